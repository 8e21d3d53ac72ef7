// Some work on a site with a crowd that ends with it.

import { Crowd } from "./crowd.mjs";
import { LoadedNodes } from "./nodes.mjs";
import { LoadedSite, RunningSite } from "./site.mjs";

export async function onSite(options, work) {
  const { seed, say } = options;
  const site = await siteFor(options);
  try {
    await site.start();
    const crowd = new Crowd(site.base, seed);
    try {
      return await work({ site, crowd, say });
    } finally {
      crowd.close();
    }
  } finally {
    await site.remove();
  }
}

function siteFor({ url, nodes, nodesAre }) {
  if (url) return new RunningSite(url);
  return nodes ? LoadedNodes.make(nodes, nodesAre) : LoadedSite.make();
}

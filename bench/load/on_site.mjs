// Some work on a site with a crowd that ends with it.

import { Crowd } from "./crowd.mjs";
import { LoadedSite, RunningSite } from "./site.mjs";

export async function onSite({ url, seed, say }, work) {
  const site = url ? new RunningSite(url) : await LoadedSite.make();
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

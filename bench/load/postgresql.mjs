// What the PostgreSQL server beside the site uses (bin/lib/postgresql.sh): its first process and those
// that it has started.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { postgresql } from "../../test/sockets/site.mjs";
import { CLOCK, statFields } from "./proc.mjs";

// Seconds of processor time since the server was started, MB of memory (without what its processes
// share counted more than once).
export async function serverUsage() {
  const first = Number((await readFile(join(postgresql, "data/postmaster.pid"), "utf8")).split("\n")[0]);
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const usages = await Promise.all(pids.map((pid) => usageOf(pid, first).catch(() => null)));
  const known = usages.filter(Boolean);
  const sum = (name) => known.reduce((total, usage) => total + usage[name], 0);
  return { cpu: sum("cpu"), memory: sum("memory") };
}

// Nothing for a process that is not the server's.
async function usageOf(pid, first) {
  const fields = await statFields(pid);
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((n) => Number(fields[n]));
  if (pid !== first && parent !== first) return null;
  // The first process knows what those took that have ended.
  const ticks = user + system + (pid === first ? endedUser + endedSystem : 0);
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return { cpu: ticks / CLOCK, memory: (Number(rollup.match(/^Pss:\s+(\d+) kB/m)[1]) * 1024) / 1e6 };
}

// What Linux knows about a process.

import { readFile } from "node:fs/promises";

// Of the times in /proc, in hertz.
export const CLOCK = 100;

// The fields of /proc/PID/stat that come after the program's name, which may contain spaces.
export async function statFields(pid) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

// Seconds of processor time since its start, MB of memory (resident).
export async function usageOf(pid) {
  const [status, fields] = await Promise.all([readFile(`/proc/${pid}/status`, "utf8"), statFields(pid)]);
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) / CLOCK,
    memory: (Number(status.match(/VmRSS:\s+(\d+) kB/)[1]) * 1024) / 1e6,
  };
}

/** Processes from Linux's /proc. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly name: string;
  /** Processor time so far, in seconds. */
  readonly cpuSeconds: number;
}

/** Linux counts processor time in these fractions of a second. */
const TICKS = 100;

/** All running processes, without zombies. */
export const listProcesses = async (): Promise<readonly ProcessEntry[]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(
    ids.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      const [, name = '', rest = 'Z'] = /^\d+ \((.*)\) (.*)/s.exec(stat) ?? [];
      const [state, ...numbers] = rest.split(' ');
      const [parent = 0, group = 0] = numbers.map(Number);
      const cpuSeconds = (Number(numbers[10]) + Number(numbers[11])) / TICKS;
      return { pid: Number(id), parent, group, name, cpuSeconds, state };
    }),
  );
  return entries.filter(({ state }) => state !== 'Z');
};

/** All descendants of a process. */
export const descendantsOf = async (pid: number): Promise<readonly ProcessEntry[]> => {
  const all = await listProcesses();
  const found: ProcessEntry[] = [];
  for (let parents = [pid]; parents.length > 0;) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  return found;
};

/** Peak memory of a process in bytes; 0 if it has ended. */
export const peakMemory = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
};

/** Processes as Linux shows them. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly name: string;
  /** Processor time so far, in seconds. */
  readonly cpuSeconds: number;
}

/** Of Linux: parts of a second in which processor time is counted. */
const TICKS = 100;

/** All that run; one that has ended and was not asked how is left out. */
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

/** What a process has started, and what that has started. */
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

/** The most memory a process has had so far, in bytes; 0 where it has ended. */
export const peakMemory = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
};

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

/** Null if the process has ended; a zombie has. */
const readProcess = async (pid: number): Promise<ProcessEntry | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name = '', rest = 'Z'] = /^\d+ \((.*)\) (.*)/s.exec(stat) ?? [];
  const [state, ...numbers] = rest.split(' ');
  if (state === 'Z') return null;
  const [parent = 0, group = 0] = numbers.map(Number);
  const cpuSeconds = (Number(numbers[10]) + Number(numbers[11])) / TICKS;
  return { pid, parent, group, name, cpuSeconds };
};

const readProcesses = async (ids: readonly number[]): Promise<readonly ProcessEntry[]> =>
  (await Promise.all(ids.map(readProcess))).filter((entry) => entry !== null);

/** All running processes, without zombies. */
export const listProcesses = async (): Promise<readonly ProcessEntry[]> =>
  readProcesses((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number));

/** Those of the processes that have not ended. Much cheaper than a list of all. */
export const stillRunning = (
  processes: readonly ProcessEntry[],
): Promise<readonly ProcessEntry[]> => readProcesses(processes.map(({ pid }) => pid));

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

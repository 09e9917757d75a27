/** Processes as Linux shows them. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly name: string;
}

/** All that run; one that has ended and was not asked how is left out. */
export const listProcesses = async (): Promise<readonly ProcessEntry[]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(
    ids.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      const [, name = '', state = 'Z', parent, group] =
        /^\d+ \((.*)\) (\S) (\d+) (\d+)/.exec(stat) ?? [];
      return { pid: Number(id), parent: Number(parent), group: Number(group), name, state };
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

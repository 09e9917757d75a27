/** The tasks of earlier runs, so that a rerun does not pay for a second submission. The file contains no secret. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from '../service/shape.js';

/** A submission of an earlier run. */
export interface KeptTask {
  readonly transcriptionId: string;
  /** ISO 8601. */
  readonly submittedAt: string;
  /** The response to the submission. */
  readonly status: number;
  readonly body: string;
}

/** Tasks by service, client and recording. */
export interface KeptTasks {
  readonly find: (key: string) => KeptTask | null;
  readonly keep: (key: string, task: KeptTask) => Promise<void>;
  readonly forget: (key: string) => Promise<void>;
}

const isJson = (text: unknown): boolean => {
  try {
    return typeof text === 'string' && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
};

const isKept = (value: unknown): value is KeptTask =>
  isObject(value) &&
  typeof value['transcriptionId'] === 'string' &&
  typeof value['submittedAt'] === 'string' &&
  typeof value['status'] === 'number' &&
  isJson(value['body']);

const read = async (file: string): Promise<Map<string, KeptTask>> => {
  try {
    const json = JSON.parse(await readFile(file, 'utf8')) as unknown;
    const entries = isObject(json) ? Object.entries(json) : [];
    return new Map(
      entries.flatMap(([key, value]) => (isKept(value) ? [[key, value] as const] : [])),
    );
  } catch {
    return new Map();
  }
};

/** A missing or damaged file counts as empty. */
export const openKeptTasks = async (file: string): Promise<KeptTasks> => {
  const tasks = await read(file);
  const write = async (): Promise<void> => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(Object.fromEntries(tasks), null, 2)}\n`, {
      mode: 0o600,
    });
  };
  return {
    find: (key) => tasks.get(key) ?? null,
    keep: async (key, task) => {
      tasks.set(key, task);
      await write();
    },
    forget: async (key) => {
      if (tasks.delete(key)) await write();
    },
  };
};

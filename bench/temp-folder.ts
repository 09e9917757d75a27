import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Signals that end a process by default, with their numbers. */
const ENDINGS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Removes a folder. Retries for up to half a minute, because a browser that is closing may still write to it. */
export const removeAbandoned = async (folder: string): Promise<void> => {
  for (let tries = 0; tries < 30 && existsSync(folder); tries++) {
    try {
      removeFolder(folder);
    } catch {
      // A file was added while the folder was being removed.
    }
    await sleep(1000);
  }
};

/** Runs work with a temporary folder, which is removed when the work ends, fails or is interrupted. */
export const withTempFolder = async <T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}-`));
  const remove = (): void => removeFolder(folder);
  const interrupted = (signal: keyof typeof ENDINGS): void => process.exit(128 + ENDINGS[signal]);
  process.once('exit', remove);
  for (const signal of Object.keys(ENDINGS)) process.once(signal, interrupted);
  try {
    return await work(folder);
  } finally {
    for (const signal of Object.keys(ENDINGS)) process.off(signal, interrupted);
    process.off('exit', remove);
    remove();
  }
};

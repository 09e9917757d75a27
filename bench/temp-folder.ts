import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Signals that end a process unless it minds them, with their numbers. */
const ENDINGS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Removes a folder in which another process may still be writing its last file. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Runs work with a folder that is gone afterwards, whether the work ends, fails or is interrupted. */
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

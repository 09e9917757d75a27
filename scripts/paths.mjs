import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a trailing path separator. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The cache between runs; it can be deleted at any time. */
export const cache = fileURLToPath(new URL('../.cache/', import.meta.url));

/** Whether a script was started directly, and not imported. The path may lead through links, as `/tmp` does on macOS. */
export const isMain = (meta) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(meta.url);

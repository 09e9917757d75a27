import { fileURLToPath } from 'node:url';

/** The repository's root, ending with the platform's separator. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** What a step leaves behind between runs and may be deleted at any time. */
export const cache = fileURLToPath(new URL('../.cache/', import.meta.url));

/** Whether a script is the one that was started, rather than imported by another. */
export const isMain = (meta) => process.argv[1] === fileURLToPath(meta.url);

/** The repository's root, ending with the platform's separator. */
export const root: string;
/** What a step leaves behind between runs and may be deleted at any time. */
export const cache: string;
/** Whether a script is the one that was started, rather than imported by another. */
export function isMain(meta: ImportMeta): boolean;

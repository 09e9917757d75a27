/** Writes the generated code. Resolves with the paths of the bundled files, relative to the repository. */
export function generate(): Promise<string[]>;
/** The absolute paths of all files that it writes. */
export const generatedFiles: readonly string[];

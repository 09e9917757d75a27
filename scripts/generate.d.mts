/** Writes the generated code. Resolves with the paths of the bundled files, relative to the repository. */
export function generate(): Promise<string[]>;

export function bundleProgram(program: string, outfile: string): Promise<unknown>;
export function bundleTests(files: readonly string[], count: number): Promise<string[]>;

import type { Plugin } from 'esbuild';

export function bundleProgram(
  program: string,
  outfile: string,
  plugins?: readonly Plugin[],
): Promise<{ metafile: { inputs: object } }>;
export function bundleTests(files: readonly string[]): Promise<string[]>;

export function bundleProgram(
  program: string,
  outfile: string,
  changed?: ReadonlyMap<string, string>,
): Promise<{ metafile: { inputs: object } }>;
export function bundleTests(files: readonly string[]): Promise<string[]>;
export function filesOf(
  programs: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
export function processesOf(files: readonly string[]): ReadonlyMap<string, readonly string[]>;

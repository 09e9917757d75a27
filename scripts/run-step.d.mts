export function run(
  command: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ readonly ok: boolean; readonly output: string }>;

export function commandLine(
  command: string,
  args: readonly string[],
  windows?: boolean,
): { readonly command: string; readonly args: readonly string[]; readonly shell: boolean };

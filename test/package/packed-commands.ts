/** `npx audio-transcribe …` of the packed package, as processes. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

export const exported = (printed: string, name: string): string =>
  new RegExp(`^export ${name}=(.+)$`, 'm').exec(printed)?.[1] ?? '';

export interface Command {
  readonly program: ChildProcess;
  /** All that was printed so far. */
  readonly printed: () => string;
}

/** Resolves once the command has printed `words`. Rejects with what it printed if it ends before. */
export const startCommand = async (
  test: TestContext,
  cli: string,
  args: readonly string[],
  words: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Command> => {
  const program = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  test.after(() => program.kill('SIGKILL'));
  let printed = '';
  const started = new Promise<void>((resolve) => {
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (bytes: Buffer) => {
        printed += String(bytes);
        if (printed.includes(words)) resolve();
      });
  });
  const ended = once(program, 'exit').then(() => assert.fail(`it ended: ${printed}`));
  await Promise.race([started, ended]);
  return { program, printed: () => printed };
};

/** Starts the backend with the service of a sandbox, and resolves with its address. */
export const startBackend = async (
  test: TestContext,
  cli: string,
  sandbox: Command,
  env: Readonly<Record<string, string>>,
): Promise<Command & { readonly url: string }> => {
  const credentials = Object.fromEntries(
    ['SERVICE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'API_KEY'].map((name) => [
      name,
      exported(sandbox.printed(), name),
    ]),
  );
  const backend = await startCommand(test, cli, ['backend'], '"started"', {
    ...credentials,
    ALLOWED_FILE_HOSTS: exported(sandbox.printed(), 'ALLOWED_FILE_HOSTS'),
    PORT: '0',
    ...env,
  });
  const { url } = JSON.parse(backend.printed()) as { url: string };
  return { ...backend, url };
};

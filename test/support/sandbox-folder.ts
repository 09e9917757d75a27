/** Successive sandboxes in the same directory, each closed, or killed in its own process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  noRecognizer,
  startSandbox,
  type Sandbox,
  type SandboxOptions,
} from '../../demo/sandbox/index.js';
import { bundledProgram } from './bundled-program.js';

export interface SandboxProcess extends Pick<Sandbox, 'serviceUrl' | 'storageUrl' | 'credentials'> {
  /** Sends SIGKILL, so that no handler of the process runs. Resolves once it has ended. */
  readonly kill: () => Promise<void>;
}

export interface SandboxFolder {
  readonly directory: string;
  /** Closes the previous sandbox and starts one in this process. */
  readonly start: (options?: Partial<SandboxOptions>) => Promise<Sandbox>;
  /** Starts one in its own process; `chunkSize` is in bytes. */
  readonly startProcess: (chunkSize: number) => Promise<SandboxProcess>;
  /** Closes the sandbox that `start` started. */
  readonly close: () => Promise<void>;
}

const PROGRAM = new URL('./sandbox-program.ts', import.meta.url);

const startChild = async (directory: string, chunkSize: number): Promise<SandboxProcess> => {
  const program = await bundledProgram(PROGRAM);
  const child = fork(program, [directory, String(chunkSize)], { execArgv: [] });
  const ended = once(child, 'exit');
  const message = await Promise.race([
    once(child, 'message').then(([started]) => started as Omit<SandboxProcess, 'kill'>),
    ended.then(() => null),
  ]);
  if (message === null) throw new Error('The sandbox ended before it had started.');
  return {
    ...message,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** `options` apply to each sandbox that `start` starts. The folder is removed after the test and its sandboxes. */
export const sandboxFolder = async (
  test: { after(cleanUp: () => Promise<void>): void },
  options: Partial<SandboxOptions> = {},
): Promise<SandboxFolder> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  const processes: SandboxProcess[] = [];
  let running: Sandbox | null = null;
  const close = async (): Promise<void> => {
    await running?.close();
    running = null;
  };
  test.after(async () => {
    await close();
    await Promise.all(processes.map(({ kill }) => kill()));
    await rm(directory, { recursive: true, force: true });
  });
  return {
    directory,
    start: async (more = {}) => {
      await close();
      running = await startSandbox({
        ...{ recognizer: noRecognizer(), workers: 1, ...options, ...more },
        directory,
      });
      return running;
    },
    startProcess: async (chunkSize) => {
      const started = await startChild(directory, chunkSize);
      processes.push(started);
      return started;
    },
    close,
  };
};

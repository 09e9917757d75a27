/** A sandbox in its own process, with all installed recognition. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findRecognizer, startSandbox, type Sandbox } from '../../demo/sandbox/index.js';
import { allInstalled } from './installed.js';

export interface ListeningSandbox extends Pick<
  Sandbox,
  'serviceUrl' | 'storageUrl' | 'credentials'
> {
  readonly pid: number;
  /** Whether the process is running. */
  readonly isUp: () => boolean;
  /** Sends SIGTERM: the sandbox closes and exits. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL: none of its code runs any more. */
  readonly kill: () => Promise<void>;
}

const PROGRAM = fileURLToPath(import.meta.url);

/** `workers`: the number of tasks at the same time. */
export const startListening = async (directory: string, workers = 2): Promise<ListeningSandbox> => {
  const child = fork(PROGRAM, [directory, String(workers)], { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  const message = await Promise.race([
    once(child, 'message').then(
      ([started]) => started as Pick<Sandbox, 'serviceUrl' | 'storageUrl' | 'credentials'>,
    ),
    ended.then(() => null),
  ]);
  if (message === null) throw new Error('The sandbox ended before it had started.');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    ...message,
    pid: child.pid ?? 0,
    isUp: () => child.exitCode === null && child.signalCode === null,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};

const run = async (directory: string, workers: number): Promise<void> => {
  const sandbox = await startSandbox({
    ...{ directory, workers, queueLength: 10_000 },
    recognizer: findRecognizer({}, await allInstalled()),
  });
  const { serviceUrl, storageUrl, credentials } = sandbox;
  const close = (): void => void sandbox.close().then(() => process.exit());
  process.once('SIGTERM', close);
  // It ends with its test, however that ends.
  process.once('disconnect', () => process.exit());
  process.send?.({ serviceUrl, storageUrl, credentials });
};

if (process.argv[1] === PROGRAM) await run(process.argv[2] ?? '', Number(process.argv[3]));

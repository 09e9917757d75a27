/** A sandbox that listens with all that is installed, two tasks at a time, in a process of its own. */
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
  /** True as long as it runs. */
  readonly isUp: () => boolean;
  /** SIGTERM: it closes, and ends. */
  readonly stop: () => Promise<void>;
  /** SIGKILL: none of its code runs any more. */
  readonly kill: () => Promise<void>;
}

const PROGRAM = fileURLToPath(import.meta.url);

export const startListening = async (directory: string): Promise<ListeningSandbox> => {
  const child = fork(PROGRAM, [directory], { execArgv: ['--import', 'tsx'] });
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

const run = async (directory: string): Promise<void> => {
  const sandbox = await startSandbox({
    ...{ directory, workers: 2, queueLength: 10_000 },
    recognizer: findRecognizer({}, await allInstalled()),
  });
  const { serviceUrl, storageUrl, credentials } = sandbox;
  const close = (): void => void sandbox.close().then(() => process.exit());
  process.once('SIGTERM', close);
  // It goes with the test that started it, however that ends.
  process.once('disconnect', () => process.exit());
  process.send?.({ serviceUrl, storageUrl, credentials });
};

if (process.argv[1] === PROGRAM) await run(process.argv[2] ?? '');

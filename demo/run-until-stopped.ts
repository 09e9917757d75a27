/** Runs a program until Ctrl+C, `kill`, or the end of its terminal. */
import { once } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How often to look whether npm still runs, in ms. */
const LOOK_MS = 300;

/** Calls `stop` when npm, which has started this process through a shell, has ended without passing its signal on. */
const followNpm = (stop: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, LOOK_MS).unref();
};

/**
 * Starts something, announces it, and closes it when the process is told to stop. If that happens during the start,
 * closes it once it has started; `start` may also give up, and reject with the reason of its signal. If it cannot be
 * started, prints the error and ends the process with code 1.
 */
export const runUntilStopped = async <Started extends { close(): Promise<void> }>(
  start: (stopped: AbortSignal) => Promise<Started>,
  announce: (started: Started) => Promise<void> | void,
): Promise<void> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (): void => stopping.abort();
  for (const name of SIGNALS) process.on(name, stop);
  followNpm(stop);
  const stopped = once(signal, 'abort');
  // Writing to a closed terminal must not end the process before everything is closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const started = await start(signal);
    if (!signal.aborted) await announce(started);
    await stopped;
    await started.close();
    process.exit(0);
  } catch (error) {
    if (signal.aborted && error === signal.reason) process.exit(0);
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};

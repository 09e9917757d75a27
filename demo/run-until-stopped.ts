/** Runs a program until Ctrl+C, `kill`, or the end of its terminal. */
import { once } from 'node:events';

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

/** Calls `stop`, perhaps repeatedly, when the user or npm stops this process. `SIGTERM` is left to the caller. */
export const onStop = (stop: () => void): void => {
  for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, stop);
  followNpm(stop);
  // Writing to a closed terminal must not end the process before everything is closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

/**
 * Starts something, announces it, and closes it when the process is told to stop. If that happens during the start,
 * closes it once it has started. If it cannot be started, prints the error and ends the process with code 1.
 */
export const runUntilStopped = async <Started extends { close(): Promise<void> }>(
  start: () => Promise<Started>,
  announce: (started: Started) => Promise<void> | void,
): Promise<void> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (): void => stopping.abort();
  process.on('SIGTERM', stop);
  onStop(stop);
  const stopped = once(signal, 'abort');
  try {
    const started = await start();
    if (!signal.aborted) await announce(started);
    await stopped;
    await started.close();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};

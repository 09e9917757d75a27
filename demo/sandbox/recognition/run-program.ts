/** Runs a program to its end, and ends it at once when told to. */
import { spawn } from 'node:child_process';
import { RecognitionFailed } from './recognizer.js';
import type { Interval } from './speech-intervals.js';

export interface RunRequest {
  readonly program: string;
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  /** What it works on: tells how long it may take. */
  readonly speech: readonly Interval[];
}

/** The end of what a program writes to standard error, in characters. */
const COMPLAINT_LENGTH = 2_000;

/** No shell is involved. Rejects with RecognitionFailed, or with the signal's reason once the program has ended. */
export const runProgram = (
  { program, args, folder }: RunRequest,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let complaint = '';
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const stop = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', stop);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-COMPLAINT_LENGTH);
    });
    child.once('error', (cause) => {
      signal.removeEventListener('abort', stop);
      reject(new RecognitionFailed(`${program} could not be started.`, { cause }));
    });
    child.once('close', (code, killedBy) => {
      signal.removeEventListener('abort', stop);
      if (code === 0) return resolve();
      if (signal.aborted) return reject(signal.reason as Error);
      const how = killedBy === null ? `with code ${code}` : `by ${killedBy}`;
      reject(new RecognitionFailed(`${program} ended ${how}. ${complaint.trim()}`.trim()));
    });
  });

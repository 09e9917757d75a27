/** Runs a program to its end, or stops it on abort. */
import { spawn } from 'node:child_process';
import { RecognitionFailed } from './recognizer.js';
import type { Interval } from './speech-intervals.js';

export interface RunRequest {
  readonly program: string;
  readonly args: readonly string[];
  /** The working directory. */
  readonly folder: string;
  /** Its input, which determines the time limit. */
  readonly speech: readonly Interval[];
}

/** How much of the end of standard error is kept, in characters. */
const COMPLAINT_LENGTH = 2_000;

/** Runs without a shell. Rejects with RecognitionFailed, or with the signal's reason once the program has ended. */
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

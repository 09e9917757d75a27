/** A worker process of the sandbox. It leads a process group, so that killing the group also ends its programs. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { RecognitionFailed } from '../recognizer.js';
import type { FromProcess, Job, Outcome } from './jobs.js';

const MEBIBYTE = 1024 ** 2;
/** How much of the end of standard error is kept, in characters. */
const COMPLAINT_LENGTH = 2_000;

/** The environment variables that a process needs, without the sandbox's secrets. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP'];

interface ProcessOptions {
  /** The module it runs. */
  readonly entry: URL;
  /** Memory limit in bytes. */
  readonly memory: number;
}

export interface JobLimit {
  /** In seconds. */
  readonly seconds: number;
  /** Calls `stop` after this many seconds; the returned function cancels that. */
  readonly after: (seconds: number, stop: () => void) => () => void;
}

/**
 * RLIMIT_DATA counts all writable memory of V8, WebAssembly and native code, but not reserved address space. It
 * exists only on Linux; elsewhere, only V8's own limit applies.
 */
const commandFor = ({ entry, memory }: ProcessOptions): readonly [string, ...string[]] => {
  const heap = `--max-old-space-size=${Math.floor(memory / 2 / MEBIBYTE)}`;
  const node = [heap, fileURLToPath(entry)];
  return process.platform === 'linux'
    ? [
        ...(['/bin/sh', '-c', 'ulimit -c 0; ulimit -d "$0"; exec "$@"'] as const),
        ...[String(memory / 1024), process.execPath, ...node],
      ]
    : [process.execPath, ...node];
};

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone, or the system has no groups.
    child.kill('SIGKILL');
  }
};

/** An idle worker process does not keep this process alive. One that is waited for does, until its pipes are closed. */
const setRef = (child: ChildProcess, kept: boolean): void => {
  const change = kept ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
  for (const pipe of [child.stdin, child.stderr]) (pipe as Socket | null)?.[change]();
};

const describeEnd = (
  code: number | null,
  killedBy: string | null,
  complaint: string,
  memory: number,
): string => {
  if (/out of memory|allocation failed|bad_alloc/i.test(complaint))
    return `It needed more memory than ${Math.round(memory / MEBIBYTE)} MiB.`;
  const how = `It ended ${killedBy === null ? `with code ${code}` : `by ${killedBy}`}.`;
  const said = complaint.trim();
  return said === '' ? how : `${how} It wrote: ${said}.`;
};

export const startProcess = (options: ProcessOptions) => {
  const [command, ...args] = commandFor(options);
  const child = spawn(command, args, {
    detached: true,
    windowsHide: true,
    // Standard input is never written to: the process ends when it closes.
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_LENGTH);
  });
  for (const stream of [child.stdin, child.stderr]) stream?.on('error', () => undefined);
  setRef(child, false);

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`It could not be started: ${error.message}.`));
    // Also kills the programs that it started.
    child.once('exit', () => killGroup(child));
    child.once('close', (code, killedBy) =>
      resolve(describeEnd(code, killedBy, complaint, options.memory)),
    );
  });
  let answer: (outcome: Outcome) => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: FromProcess) =>
      message.kind === 'ready' ? resolve() : answer(message),
    );
  });
  const kill = async (): Promise<void> => {
    setRef(child, true);
    killGroup(child);
    await ended;
  };

  return {
    pid: child.pid,
    /** Kills the process, and resolves once it has ended. */
    kill,
    /** Resolves once the process has ended, with a sentence that says how. */
    ended,
    /**
     * Runs one job; another may follow once it has settled. If it rejects, with RecognitionFailed or the signal's
     * reason, the process has ended.
     */
    work: async (job: Job, { seconds, after }: JobLimit, signal: AbortSignal): Promise<Outcome> => {
      signal.throwIfAborted();
      setRef(child, true);
      const outcome = new Promise<Outcome>((resolve) => (answer = resolve));
      // An error means that the process has ended, which is reported elsewhere.
      void ready.then(() => child.send(job, () => undefined));
      let stopped: Error | undefined;
      const stop = (reason: Error): void => {
        stopped ??= reason;
        killGroup(child);
      };
      const onAbort = (): void => stop(signal.reason as Error);
      signal.addEventListener('abort', onAbort);
      const forget = after(seconds, () =>
        stop(new RecognitionFailed(`It took more than ${seconds} seconds, and was stopped.`)),
      );
      try {
        const result = await Promise.race([outcome, ended]);
        if (stopped !== undefined) {
          await ended;
          throw stopped;
        }
        if (typeof result !== 'string') return result;
        throw new RecognitionFailed(`A process of the recogniser crashed. ${result}`);
      } finally {
        signal.removeEventListener('abort', onAbort);
        forget();
        setRef(child, false);
      }
    },
  };
};

export type WorkProcess = ReturnType<typeof startProcess>;

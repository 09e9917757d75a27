/**
 * A process that works for the sandbox. It is the leader of a process group, so that killing the group ends
 * the programs it has started, too.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RecognitionFailed } from '../recognizer.js';
import type { FromProcess, Job, Outcome } from './messages.js';

const MEBIBYTE = 1024 ** 2;
/** The end of what a process writes to standard error, in characters. */
const COMPLAINT_LENGTH = 2_000;

/** What a process needs to run; the sandbox's secrets stay here. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

export interface ProcessOptions {
  /** The module it runs. */
  readonly entry: URL;
  /** The most memory it may take, in bytes. */
  readonly memory: number;
}

export interface JobLimit {
  /** Seconds. */
  readonly seconds: number;
  /** Calls `stop` after so many seconds; what it returns prevents that. */
  readonly after: (seconds: number, stop: () => void) => () => void;
}

export interface WorkProcess {
  readonly pid: number | undefined;
  /**
   * Does one job; another may follow once it has settled. Rejects with RecognitionFailed or the signal's
   * reason, and then the process has ended.
   */
  readonly work: (job: Job, limit: JobLimit, signal: AbortSignal) => Promise<Outcome>;
  /** Ends it, and resolves once it has ended. */
  readonly kill: () => Promise<void>;
  /** Resolves once it has ended, for whatever reason, with a sentence that tells how. */
  readonly ended: Promise<string>;
}

/**
 * RLIMIT_DATA counts all memory that can be written to, of V8, WebAssembly and native code alike, but not
 * the address space they only reserve. Linux alone has it; elsewhere V8's own limit must do.
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
    // No group is left, or this system has none.
    child.kill('SIGKILL');
  }
};

/** A process that waits for work does not keep this one alive. */
const setRef = (child: ChildProcess, kept: boolean): void => {
  const change = kept ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
};

const describeEnd = (
  code: number | null,
  killedBy: string | null,
  complaint: string,
  memory: number,
): string => {
  if (/out of memory|allocation failed/i.test(complaint))
    return `It needed more memory than ${Math.round(memory / MEBIBYTE)} MiB.`;
  return `It ended ${killedBy === null ? `with code ${code}` : `by ${killedBy}`}.`;
};

export const startProcess = (options: ProcessOptions): WorkProcess => {
  const [command, ...args] = commandFor(options);
  const child = spawn(command, args, {
    detached: true,
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
  for (const stream of [child.stdin, child.stderr]) {
    stream?.on('error', () => undefined);
    (stream as { unref?: () => void } | null)?.unref?.();
  }
  setRef(child, false);

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`It could not be started: ${error.message}.`));
    // What it had started goes with it.
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
    kill,
    ended,
    work: async (job, { seconds, after }, signal) => {
      signal.throwIfAborted();
      setRef(child, true);
      const outcome = new Promise<Outcome>((resolve) => (answer = resolve));
      // An error means that it has ended, and that is told anyway.
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

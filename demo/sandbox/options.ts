import type { Clock, Credentials, Lifetimes } from '../service/settings.js';
import type { Fault } from './faults/catalogue.js';
import type { Recognizer } from './recognition/recognizer.js';
import type { Timer } from './timer.js';

/** Calls `work` repeatedly at this interval in seconds; returns a function that stops it. */
export type Scheduler = (work: () => void, seconds: number) => () => void;

export interface SandboxOptions {
  /**
   * The sandbox's directory, from which the next sandbox continues. Created if missing. Only one sandbox can use it
   * at a time.
   */
  readonly directory: string;
  /** Turns audio into text; `noRecognizer()` if none is installed. */
  readonly recognizer: Recognizer;
  /** The address that both hosts listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** 0: any free port. Default: the previous port in this directory if it is free, else any. */
  readonly servicePort?: number;
  /** Like `servicePort`. */
  readonly storagePort?: number;
  /**
   * Called with a requested port that is taken; then the next one is tried, up to nine times. Default: a taken port is
   * an error.
   */
  readonly onTakenPort?: (port: number) => void;
  /** Default: the previous ones in this directory, else random. */
  readonly credentials?: Credentials;
  readonly lifetimes?: Partial<Lifetimes>;
  /** Chunk size in bytes for a file of this size. Default: 256 KiB up to 16 MiB, then 5 MiB. */
  readonly chunkSize?: (filesize: number) => number;
  /** Maximum number of queued tasks; further ones are rejected with 429. Default: 100. */
  readonly queueLength?: number;
  /**
   * Number of tasks that run in parallel, in order of submission. Default: 100, because the recogniser decides which
   * recording is next.
   */
  readonly workers?: number;
  /** An unfinished task that nobody queries for this many seconds is revoked. Default: 120. */
  readonly abandonedSeconds?: number;
  /** Timeout for fetching the audio of a task, in seconds. Default: 120. */
  readonly fetchSeconds?: number;
  /** Maximum size of a task's audio, in bytes. Default: 4 GiB. */
  readonly fetchBytes?: number;
  /** The initial faults. Default: none. */
  readonly faults?: readonly Fault[];
  /** An incomplete upload is deleted with its chunks this many seconds after its plan. Default: 86400. */
  readonly sweepAfterSeconds?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** For conditions and for faults that take time. Default: the system's. */
  readonly timer?: Timer;
  /** Schedules a sweep every ten minutes, and the look for abandoned tasks. Default: a system timer that does not keep the process alive. */
  readonly every?: Scheduler;
}

const MEBIBYTE = 1024 * 1024;

export const defaultChunkSize = (filesize: number): number =>
  filesize <= 16 * MEBIBYTE ? MEBIBYTE / 4 : 5 * MEBIBYTE;

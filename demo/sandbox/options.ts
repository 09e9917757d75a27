import type { Fault } from './faults.js';
import type { Recognizer } from './recognition/recognizer.js';
import type { S3Settings } from './storage/s3-settings.js';

/** Milliseconds since 1970; injected so that tests let tokens and addresses expire without waiting. */
export interface Clock {
  readonly now: () => number;
}

/** What the operator would hand to a partner (specification, section 5, rule 1). */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
}

/** How long things live, in seconds. */
export interface Lifetimes {
  /** Default 7200 (2.1). */
  readonly partnerToken: number;
  /** Default 30 days; the specification does not tell. */
  readonly refreshToken: number;
  /** Where 4.3 asks for none. Default 86400 (4.3). */
  readonly userToken: number;
  /** Default 3600; the specification does not tell. */
  readonly uploadAddress: number;
  /** Default 86400 (2.3.1). The file itself is swept as soon as its address has expired. */
  readonly downloadAddress: number;
  /** How long a task can be queried after it has ended. Default 7 days; the specification does not tell. */
  readonly endedTask: number;
}

export const DEFAULT_LIFETIMES: Lifetimes = {
  partnerToken: 7_200,
  refreshToken: 30 * 86_400,
  userToken: 86_400,
  uploadAddress: 3_600,
  downloadAddress: 86_400,
  endedTask: 7 * 86_400,
};

/** Calls `work` again and again, every so many seconds; what it returns ends that. */
export type Scheduler = (work: () => void, seconds: number) => () => void;

export interface SandboxOptions {
  /**
   * Where everything is kept, and found again by the next sandbox that is started here; made where it is missing.
   * One sandbox at a time.
   */
  readonly directory: string;
  /** What turns audio into text; `noRecognizer()` where none is installed. */
  readonly recognizer: Recognizer;
  /** The address both hosts listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** 0: any free port. Default: the one of last time in this directory where it is free, else any. */
  readonly servicePort?: number;
  /** As `servicePort`. */
  readonly storagePort?: number;
  /** An S3 store for chunks and files. Default: the sandbox's own disk, behind its own storage host. */
  readonly s3?: S3Settings;
  /** Default: those of last time in this directory, else made at random. */
  readonly credentials?: Credentials;
  readonly lifetimes?: Partial<Lifetimes>;
  /** Bytes per chunk of a file of so many bytes. Default 256 KiB up to 16 MiB, then 5 MiB. */
  readonly chunkSize?: (filesize: number) => number;
  /** Tasks that may wait; more are refused with 429. Default 100. */
  readonly queueLength?: number;
  /** Tasks that are worked on at once, first come first served. Default 1. */
  readonly workers?: number;
  /** Seconds in which the audio of a task must have been fetched. Default 120. */
  readonly fetchSeconds?: number;
  /** Largest audio a task may fetch, in bytes. Default 4 GiB. */
  readonly fetchBytes?: number;
  /** What goes wrong from the start. Default: nothing. */
  readonly faults?: readonly Fault[];
  /** An upload that was not completed so many seconds after its plan is swept with its chunks. Default 86400. */
  readonly sweepAfterSeconds?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** What calls for a sweep every ten minutes. Default: the machine's timer, which keeps no process alive. */
  readonly every?: Scheduler;
}

const MEBIBYTE = 1024 * 1024;

export const defaultChunkSize = (filesize: number): number =>
  filesize <= 16 * MEBIBYTE ? MEBIBYTE / 4 : 5 * MEBIBYTE;

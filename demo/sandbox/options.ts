import type { Fault } from './faults.js';
import type { Recognizer } from './recognition/recognizer.js';

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
  /** Default 86400 (2.3.1). */
  readonly downloadAddress: number;
}

export const DEFAULT_LIFETIMES: Lifetimes = {
  partnerToken: 7_200,
  refreshToken: 30 * 86_400,
  userToken: 86_400,
  uploadAddress: 3_600,
  downloadAddress: 86_400,
};

export interface SandboxOptions {
  /** Where chunks and files are kept; made where it is missing, never emptied. */
  readonly directory: string;
  /** What turns audio into text; `noRecognizer()` where none is installed. */
  readonly recognizer: Recognizer;
  /** The address both hosts listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly servicePort?: number;
  /** Default 0: any free port. */
  readonly storagePort?: number;
  /** Default: made at random. */
  readonly credentials?: Credentials;
  readonly lifetimes?: Partial<Lifetimes>;
  /** Bytes per chunk of a file of so many bytes. Default 256 KiB up to 16 MiB, then 5 MiB. */
  readonly chunkSize?: (filesize: number) => number;
  /** Tasks that may wait; more are refused with 429. Default 100. */
  readonly queueLength?: number;
  /** Seconds in which the audio of a task must have been fetched. Default 120. */
  readonly fetchSeconds?: number;
  /** Largest audio a task may fetch, in bytes. Default 4 GiB. */
  readonly fetchBytes?: number;
  /** What goes wrong from the start. Default: nothing. */
  readonly faults?: readonly Fault[];
  /** Default: the machine's. */
  readonly clock?: Clock;
}

const MEBIBYTE = 1024 * 1024;

export const defaultChunkSize = (filesize: number): number =>
  filesize <= 16 * MEBIBYTE ? MEBIBYTE / 4 : 5 * MEBIBYTE;

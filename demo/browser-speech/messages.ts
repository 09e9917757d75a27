/** The messages between a page and the worker that recognises its recordings. */
import type { SpeechFiles } from './files.js';

export interface SpeechOrder {
  readonly files: SpeechFiles;
  /** From −1 to 1 at 16 kHz, mono. */
  readonly samples: Float32Array<ArrayBuffer>;
}

export interface SpeechSegment {
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}

export type SpeechNews =
  /** Bytes of the recogniser's files that have arrived. */
  | { readonly kind: 'loading'; readonly bytes: number }
  /** From 0 to 1. */
  | { readonly kind: 'recognising'; readonly share: number }
  | { readonly kind: 'done'; readonly segments: readonly SpeechSegment[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

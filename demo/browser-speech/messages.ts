/** What the page and the worker that recognises say to each other. */
export type MoonshineFiles = Readonly<
  Record<'wasm' | 'encoder' | 'decoder' | 'tokens', ArrayBuffer>
>;

export interface SpeechOrder {
  /** With the first order of a worker. */
  readonly files: MoonshineFiles | null;
  /** From −1 to 1 at 16 kHz, mono. */
  readonly samples: Float32Array<ArrayBuffer>;
}

export interface SpeechSegment {
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}

export type SpeechNews =
  /** From 0 to 1. */
  | { readonly kind: 'recognising'; readonly share: number }
  | { readonly kind: 'done'; readonly segments: readonly SpeechSegment[] }
  | { readonly kind: 'failed'; readonly reason: string };

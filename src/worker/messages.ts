/** The whole contract between the page and the hashing worker. */

/** Which implementation computes: hash-wasm where WebAssembly may run, else spark-md5. */
export type Md5Engine = 'hash-wasm' | 'spark-md5';

/** One worker hashes one blob; the page ends it by `terminate()`. */
export interface WorkerRequest {
  readonly type: 'hash';
  readonly blob: Blob;
}

export type WorkerReply =
  /** Sent once, unasked, when the worker runs: the handshake that chooses it. */
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly hashedBytes: number }
  | { readonly type: 'done'; readonly md5: string; readonly engine: Md5Engine }
  /** The bytes could not be read: the file was moved, changed or deleted. */
  | { readonly type: 'unreadable'; readonly message: string };

export const isWorkerReply = (value: unknown): value is WorkerReply =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

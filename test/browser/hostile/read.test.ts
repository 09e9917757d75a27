/** Files whose streams fail although their slices can be read, as on WebKit and Android. */
import { expect } from '@open-wc/testing';
import { createHasher } from '../../../src/browser/recording-ports.js';
import { isTranscribeError } from '../../../src/protocol/errors.js';
import { createMd5 } from '../../../src/hashing/md5.js';
import { workerSource } from '../../../src/hashing/source.generated.js';

const MEBIBYTE = 1024 ** 2;
const SIZE = 9 * MEBIBYTE + 5;
const bytes = Uint8Array.from({ length: SIZE }, (_, at) => (at * 7 + (at >> 9)) & 255);
const { signal } = new AbortController();

interface Shim {
  /** Bytes that a stream yields before it fails. */
  readonly streamed: number;
  /** False if slices cannot be read, either. */
  readonly sliced: boolean;
}

/**
 * Makes reading fail. Its source also runs in a worker, so it uses nothing from outside. Returns a function that undoes
 * it, and has the bytes that were read with `arrayBuffer()`.
 */
const failReading = ({ streamed, sliced }: Shim) => {
  const { stream, arrayBuffer } = Blob.prototype;
  const failure = (): DOMException => new DOMException('unreadable', 'NotReadableError');
  const read = { inSlices: 0 };
  Blob.prototype.stream = function (this: Blob) {
    let isRead = streamed === 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          if (isRead) {
            controller.error(failure());
            return;
          }
          isRead = true;
          controller.enqueue(new Uint8Array(await arrayBuffer.call(this.blob.slice(0, streamed))));
        },
        blob: this,
      } as UnderlyingDefaultSource & { blob: Blob },
      { highWaterMark: 0 },
    );
  };
  Blob.prototype.arrayBuffer = function (this: Blob) {
    read.inSlices += this.size;
    return sliced ? arrayBuffer.call(this) : Promise.reject(failure());
  };
  return { read, undo: () => Object.assign(Blob.prototype, { stream, arrayBuffer }) };
};

/** Which rung of the ladder hashes. */
const PLACES = ['in the worker', 'on the page'] as const;

/** Hashes while reading fails. Resolves with the hash, or with the code of the error. */
const hashWith = async (
  place: (typeof PLACES)[number],
  shim: Shim,
): Promise<{ readonly result: string; readonly inSlices: number | null }> => {
  const blob = new Blob([bytes]);
  const hash = async (workerUrl: string | null): Promise<string> => {
    try {
      return await createHasher(() => workerUrl)(blob, { signal, partSize: 5 * MEBIBYTE });
    } catch (error) {
      return isTranscribeError(error)
        ? `${error.code}: ${error.failure?.reason ?? ''}`
        : String(error);
    }
  };
  if (place === 'in the worker') {
    const patched = `(${String(failReading)})(${JSON.stringify(shim)});\n${workerSource}`;
    const url = URL.createObjectURL(new Blob([patched], { type: 'text/javascript' }));
    try {
      return { result: await hash(url), inSlices: null };
    } finally {
      URL.revokeObjectURL(url);
    }
  }
  const real = globalThis.Worker;
  const { read, undo } = failReading(shim);
  globalThis.Worker = class {
    constructor() {
      throw new DOMException('no worker', 'SecurityError');
    }
  } as unknown as typeof Worker;
  try {
    return { result: await hash(null), inSlices: read.inSlices };
  } finally {
    globalThis.Worker = real;
    undo();
  }
};

describe('a file whose stream fails', () => {
  let md5 = '';
  before(async () => {
    const whole = await createMd5();
    whole.update(bytes);
    md5 = whole.digest();
  });

  for (const place of PLACES) {
    for (const [percent, streamed] of [
      [0, 0],
      [50, Math.floor(SIZE / 2)],
      [99, Math.floor(SIZE * 0.99)],
    ] as const) {
      it(`is hashed ${place} if it fails at ${percent} %, without reading twice`, async () => {
        const { result, inSlices } = await hashWith(place, { streamed, sliced: true });
        expect(result).to.equal(md5);
        // WebKit reads only slices.
        if (inSlices !== null) expect(inSlices).to.be.oneOf([SIZE - streamed, SIZE]);
      });
    }

    it(`is called unreadable ${place} only if slices fail too`, async () => {
      const { result } = await hashWith(place, { streamed: 5 * MEBIBYTE, sliced: false });
      expect(result).to.equal('file-changed: file-unreadable');
    });
  }
});

/** Recognises a recording in this browser. Nothing of it is sent anywhere. */
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

/** The recogniser cannot run here. The message is for the visitor, and says what would work. */
export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable';
}

const SAMPLE_RATE = 16_000;

const ELSEWHERE =
  'A current Chrome, Edge, Firefox or Safari can. Or run “npm start” in the repository: then this machine recognises it.';

/** The folder `speech` is beside the page; `npm run build:demo` copies the model to it. */
const filesOf = (): SpeechFiles => {
  const at = (file: string): string => new URL(file, document.baseURI).href;
  return {
    wasm: new URL(wasmUrl, import.meta.url).href,
    encoder: at('speech/tiny-encoder_model.onnx'),
    decoder: at('speech/tiny-decoder_model_merged.onnx'),
    tokens: at('speech/tokens.txt'),
  };
};

const decode = async (bytes: ArrayBuffer): Promise<Float32Array<ArrayBuffer>> => {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const audio = await context.decodeAudioData(bytes).catch((cause: unknown) => {
    throw new SpeechUnavailable(`This browser cannot decode this recording. ${ELSEWHERE}`, {
      cause,
    });
  });
  const mono = new Float32Array(audio.length);
  for (let channel = 0; channel < audio.numberOfChannels; channel += 1)
    for (const [index, sample] of audio.getChannelData(channel).entries())
      mono[index] = (mono[index] as number) + sample / audio.numberOfChannels;
  return mono;
};

export interface Spoken {
  readonly segments: readonly SpeechSegment[];
  /** In seconds. */
  readonly duration: number;
}

let files: Promise<MoonshineFiles> | null = null;

/**
 * Loads the recogniser, or finds it in this browser. `onBytes` gets the number of bytes that are there. Rejects with
 * SpeechUnavailable.
 */
export const loadRecognizer = (onBytes: (bytes: number) => void): Promise<MoonshineFiles> => {
  let bytes = 0;
  files ??= loadFiles(filesOf(), (more) => onBytes((bytes += more))).catch((cause: unknown) => {
    files = null;
    throw new SpeechUnavailable(
      navigator.onLine
        ? 'This copy of the demo has no recogniser. Run “npm run setup” before “npm run build:demo”, or “npm start” in the repository.'
        : 'This browser has not loaded the recogniser yet. Connect to the internet, and open this tab again.',
      { cause },
    );
  });
  return files;
};

let worker: Worker | null = null;

const startWorker = async (): Promise<MoonshineFiles | null> => {
  if (worker !== null) return null;
  const loaded = await loadRecognizer(() => undefined);
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  // The worker takes them over. Another worker finds them in the browser's cache.
  files = null;
  return loaded;
};

const segmentsOf = async (
  samples: SpeechOrder['samples'],
  onShare: (share: number) => void,
): Promise<readonly SpeechSegment[]> => {
  const order: SpeechOrder = { files: await startWorker(), samples };
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      worker?.terminate();
      worker = null;
      reject(
        new SpeechUnavailable(`This browser cannot run the recogniser${reason}. ${ELSEWHERE}`),
      );
    };
    if (worker === null) return fail('');
    worker.onmessage = ({ data }: MessageEvent<SpeechNews>) => {
      if (data.kind === 'recognising') onShare(data.share);
      else if (data.kind === 'done') resolve(data.segments);
      else fail(` (${data.reason})`);
    };
    worker.onerror = () => fail('');
    const loaded = order.files === null ? [] : Object.values(order.files);
    worker.postMessage(order, [samples.buffer, ...loaded]);
  });
};

/** One at a time. `onShare` gets from 0 to 1 how much is done. Rejects with SpeechUnavailable. */
export const recognize = async (
  bytes: ArrayBuffer,
  onShare: (share: number) => void,
): Promise<Spoken> => {
  if (typeof WebAssembly === 'undefined' || typeof OfflineAudioContext === 'undefined')
    throw new SpeechUnavailable(`This browser cannot run the recogniser. ${ELSEWHERE}`);
  const samples = await decode(bytes);
  const duration = samples.length / SAMPLE_RATE;
  return { duration, segments: await segmentsOf(samples, onShare) };
};

// Loads the recogniser's files from the demo's own folder, and keeps them in the browser's cache.

const CACHE = 'audio-transcribe-speech-1';

/** The addresses of the files. */
type SpeechFiles = Readonly<Record<keyof MoonshineFiles, string>>;

/** The cache is missing in private windows and on http; then the file is loaded each time. */
const openCache = (): Promise<Cache | null> =>
  'caches' in globalThis ? caches.open(CACHE).catch(() => null) : Promise.resolve(null);

/** `onBytes` gets the number of bytes that have just arrived. */
const loadOne = async (url: string, onBytes: (bytes: number) => void): Promise<ArrayBuffer> => {
  const cache = await openCache();
  const kept = await cache?.match(url).catch(() => undefined);
  const response = kept ?? (await fetch(url).catch(() => null));
  if (!response?.ok || response.headers.get('content-type')?.startsWith('text/html') === true)
    throw new Error(`${url} is missing`);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  for (let next; !(next = await reader.read()).done;) {
    pieces.push(next.value);
    onBytes(next.value.length);
  }
  const blob = new Blob(pieces);
  // Without room in the cache, it is loaded again the next time.
  if (kept === undefined) await cache?.put(url, new Response(blob)).catch(() => undefined);
  return blob.arrayBuffer();
};

/** Rejects if one of them cannot be loaded. */
const loadFiles = async (
  files: SpeechFiles,
  onBytes: (bytes: number) => void,
): Promise<MoonshineFiles> => {
  const load = (name: keyof SpeechFiles): Promise<ArrayBuffer> => loadOne(files[name], onBytes);
  const [wasm, encoder, decoder, tokens] = await Promise.all([
    load('wasm'),
    load('encoder'),
    load('decoder'),
    load('tokens'),
  ]);
  return { wasm, encoder, decoder, tokens };
};

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

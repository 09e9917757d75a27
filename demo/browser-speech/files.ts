/** Loads the recogniser's files from the demo's own folder, and keeps them in the browser's cache. */
import type { MoonshineFiles } from './messages.js';

const CACHE = 'audio-transcribe-speech-1';

/** The addresses of the files. */
export type SpeechFiles = Readonly<Record<keyof MoonshineFiles, string>>;

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
export const loadFiles = async (
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

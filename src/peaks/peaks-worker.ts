/** The part of the worker that reads peaks. */
import { isWave } from '../engine/audio-headers/wave.js';
import { loadModule, type ModuleHashes } from './load-module.js';
import { createByteReader, readWave, skipTags } from './wave-peaks.js';
import type { Decode } from './decoder.js';
import { DECODE, type PeaksReply, type PeaksRequest, type ReadEnd } from './peaks-messages.js';
import { createPeakCollector, type PeakCollector } from './peaks.js';

declare const self: { postMessage(message: PeaksReply): void };

/** Time between two reports, in ms. Each of them makes the page draw. */
const REPORT_MS = 150;

/** The bytes that show whether a file is a WAV file. */
const HEAD_BYTES = 12;

const openStream = async (source: Blob | string): Promise<ReadableStream<Uint8Array> | null> => {
  if (typeof source !== 'string') return source.stream();
  const { ok, body } = await fetch(source);
  return ok ? body : null;
};

const loadDecoder = async (url: string, hashes: ModuleHashes): Promise<Decode | null> => {
  await loadModule(url, hashes);
  return (globalThis as { readonly [DECODE]?: Decode })[DECODE] ?? null;
};

const readSource = async (
  { source, decoderUrl, hashes = null }: PeaksRequest,
  collector: PeakCollector,
  onProgress: () => void,
): Promise<ReadEnd> => {
  const stream = await openStream(source);
  if (stream === null) return { kind: 'unreadable' };
  const reader = createByteReader(stream);
  let encoded = source;
  try {
    const tags = await skipTags(reader);
    const head = await reader.peek(HEAD_BYTES);
    if (isWave(head)) {
      const end = await readWave(reader, collector, onProgress);
      if (end.kind !== 'mp3') return end;
      // Of what is at an address, a part cannot be decoded by itself.
      if (typeof source === 'string') return { kind: 'no-decoder', lengthMs: null };
      encoded = source.slice(tags + end.start, tags + end.end);
    }
    if (head.length === 0 || decoderUrl === null) return { kind: 'unsupported' };
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const decode = await loadDecoder(decoderUrl, hashes).catch(() => null);
  if (decode === null) return { kind: 'unsupported' };
  return decode(encoded, (piece) => {
    collector.add(piece);
    onProgress();
  });
};

const answer = async (request: PeaksRequest): Promise<void> => {
  const collector = createPeakCollector();
  let reportedAt = -Infinity;
  const report = (): void => self.postMessage({ type: 'peaks', peaks: collector.peaks() });
  const onProgress = (): void => {
    const now = performance.now();
    if (now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    report();
  };
  const end = await readSource(request, collector, onProgress).catch((): ReadEnd => ({
    kind: 'unreadable',
  }));
  // Show what was read of a damaged recording.
  const isEmpty = collector.peaks().levels.length === 0;
  if (!isEmpty) report();
  const isRead = end.kind !== 'no-decoder' && !isEmpty;
  self.postMessage({
    type: 'peaks-end',
    end: isRead ? { kind: 'read' } : end.kind === 'read' ? { kind: 'unsupported' } : end,
  });
};

/** Returns false if this is not a request for peaks. */
export const takePeaksRequest = (message: unknown): boolean => {
  const request = message as PeaksRequest | null | undefined;
  if (request?.type !== 'peaks') return false;
  void answer(request);
  return true;
};

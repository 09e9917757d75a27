/** Recognises a recording in a worker, with the same rules as the sandbox. */
import { hear, SAMPLE_RATE, type Transcribe } from '../sandbox/recognition/moonshine/hear.js';
import {
  createFrameMeter,
  cutLong,
  speechIntervals,
} from '../sandbox/recognition/speech-intervals.js';
import type { SpeechNews, SpeechOrder, SpeechSegment } from './recognize.js';
import { openMoonshine } from './moonshine.js';

const PER_MS = SAMPLE_RATE / 1000;

const say = (news: SpeechNews): void => postMessage(news);

let opened: Promise<Transcribe> | null = null;

const recognise = async ({ files, samples }: SpeechOrder): Promise<void> => {
  if (files !== null) opened = openMoonshine(files);
  const transcribe = await opened;
  if (transcribe === null) throw new Error('The worker has no files.');
  const meter = createFrameMeter();
  meter.add(samples, SAMPLE_RATE);
  const speech = cutLong(speechIntervals(meter.levels), meter.levels);
  const segments: SpeechSegment[] = [];
  for (const [index, { startMs, endMs }] of speech.entries()) {
    say({ kind: 'recognising', share: index / speech.length });
    const text = await hear(transcribe, samples.slice(startMs * PER_MS, endMs * PER_MS));
    if (text !== '') segments.push({ start_ms: startMs, end_ms: endMs, text });
  }
  say({ kind: 'done', segments });
};

addEventListener('message', ({ data }: MessageEvent<SpeechOrder>) => {
  recognise(data).catch((error: unknown) =>
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});

/** Recognises a recording in a worker, with the same rules as the sandbox. */
import { cutLong } from '../sandbox/recognition/cut-intervals.js';
import { createFrameMeter } from '../sandbox/recognition/frame-levels.js';
import { hear, SAMPLE_RATE, type Transcribe } from '../sandbox/recognition/moonshine/hear.js';
import { speechIntervals } from '../sandbox/recognition/speech-intervals.js';
import { FileMissing, loadFiles } from './files.js';
import type { SpeechNews, SpeechOrder, SpeechSegment } from './messages.js';
import { openMoonshine } from './moonshine.js';

const PER_MS = SAMPLE_RATE / 1000;

const say = (news: SpeechNews): void => postMessage(news);

let opened: Promise<Transcribe> | null = null;

const open = async ({ files }: SpeechOrder): Promise<Transcribe> => {
  let bytes = 0;
  return openMoonshine(
    await loadFiles(files, (more) => say({ kind: 'loading', bytes: (bytes += more) })),
  );
};

const recognise = async (order: SpeechOrder): Promise<void> => {
  const { samples } = order;
  const transcribe = await (opened ??= open(order));
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
  recognise(data).catch((error: unknown) => {
    opened = null;
    say(
      error instanceof FileMissing
        ? { kind: 'missing' }
        : { kind: 'failed', reason: error instanceof Error ? error.message : String(error) },
    );
  });
});

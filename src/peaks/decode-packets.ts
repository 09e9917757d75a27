/** Decodes packets with WebCodecs, at the times that the packets have, and reads uncompressed audio. */
import {
  type AudioCodec,
  type AudioSample,
  AudioSampleSink,
  type EncodedPacket,
  type Input,
  type InputAudioTrack,
  PCM_AUDIO_CODECS,
  type Source,
} from 'mediabunny';
import type { Budget } from '../engine/audio-headers/budget.js';

/** A piece of decoded audio. */
export interface Piece {
  /** In seconds. Negative for what an encoder has added before the recording. */
  readonly start: number;
  readonly sampleRate: number;
  /** One array per channel, of the same length. */
  readonly channels: readonly Float32Array[];
}

const UNCOMPRESSED: ReadonlySet<AudioCodec | null> = new Set(PCM_AUDIO_CODECS);

/** True for PCM, float, µ-law and A-law. They need no decoder of the browser, and some browsers read them wrong. */
export const isUncompressed = (codec: AudioCodec | null): boolean => UNCOMPRESSED.has(codec);

/** Ends all reads of a file that is read too often. */
export const limitReads = (input: Input, source: Source, budget: Budget): void => {
  source.on('read', ({ start, end }) => {
    try {
      budget.read(end - start);
    } catch {
      input.dispose();
    }
  });
};

/** The browser cannot decode these packets, although it says that it can. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** Timestamps of some formats are rounded. Differences up to this many seconds are no gap. */
export const TOLERANCE_SECONDS = 0.05;

/** Packets that wait in the decoder. Bounds the memory. */
const MOST_WAITING = 32;

/** Packets that follow each other without a gap. */
interface Run {
  /** Time of the first packet, in seconds. */
  readonly start: number;
  packets: number;
  /** Time of the last packet, in seconds. */
  last: number;
  /** Seconds from the decoder's times to those of the packets; null until the first piece. */
  shift: number | null;
  /** Where the next piece begins, in seconds. */
  position: number;
}

/** The samples of each channel. */
const planesOf = (data: AudioData | AudioSample): readonly Float32Array[] =>
  Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(data.numberOfFrames);
    data.copyTo(plane, { planeIndex, format: 'f32-planar' });
    return plane;
  });

/** Uncompressed audio from a time in seconds on. */
export async function* readPcmPieces(track: InputAudioTrack, from = 0): AsyncGenerator<Piece> {
  const sink = new AudioSampleSink(track);
  for await (const sample of from > 0 ? sink.samples(from) : sink.samples()) {
    try {
      const { sampleRate, timestamp } = sample;
      yield { start: timestamp, sampleRate, channels: planesOf(sample) };
    } finally {
      sample.close();
    }
  }
}

/** Moves a piece to the time of its packets. Some browsers do not respect negative times. */
const place = (run: Run, data: AudioData): Piece => {
  const time = data.timestamp / 1e6;
  const { numberOfFrames, sampleRate } = data;
  const seconds = numberOfFrames / sampleRate;
  run.shift ??= run.start - time;
  // The times of the decoder are rounded, so they count only if they jump.
  if (Math.abs(time + run.shift - run.position) >= seconds) run.position = time + run.shift;
  const start = run.position;
  run.position += seconds;
  return { start, sampleRate, channels: planesOf(data) };
};

/**
 * Decodes packets. Leaves out damaged ones. Restarts the decoder where the times of the packets jump, because some
 * browsers go on counting there. Throws `UndecodableError` if the first packets cannot be decoded.
 */
export async function* decodePackets(
  packets: AsyncIterable<EncodedPacket>,
  config: AudioDecoderConfig,
  budget: Budget,
): AsyncGenerator<Piece> {
  const decoded: AudioData[] = [];
  let wake = (): void => undefined;
  const open = (): AudioDecoder => {
    const opened = new AudioDecoder({
      output: (data) => void decoded.push(data),
      error: () => wake(),
    });
    opened.configure(config);
    opened.addEventListener('dequeue', () => wake());
    return opened;
  };
  let decoder = open();
  let run: Run | null = null;
  let isHeard = false;
  /** The longest piece so far, in seconds. The pieces of most codecs have one length. */
  let longest = 0;

  const take = function* (current: Run): Generator<Piece> {
    for (let data = decoded.shift(); data !== undefined; data = decoded.shift()) {
      try {
        if (data.numberOfFrames === 0) continue;
        longest = Math.max(longest, data.numberOfFrames / data.sampleRate);
        isHeard = true;
        yield place(current, data);
      } finally {
        data.close();
      }
    }
  };
  const isGap = ({ start, packets: count, last }: Run, time: number): boolean =>
    longest > 0 && time - Math.min(last + longest, start + count * longest) > TOLERANCE_SECONDS;
  const isClosed = (): boolean => decoder.state === 'closed';
  const room = async (): Promise<void> => {
    while (!isClosed() && decoder.decodeQueueSize > MOST_WAITING) {
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  /** Decodes what waits. A decoder that failed is replaced. */
  const finish = async function* (current: Run): AsyncGenerator<Piece> {
    await decoder.flush().catch(() => undefined);
    yield* take(current);
    if (!isClosed()) return;
    if (!isHeard) throw new UndecodableError();
    budget.waste();
    decoder = open();
  };

  try {
    for await (const packet of packets) {
      if (packet.byteLength === 0) {
        budget.waste();
        continue;
      }
      const { timestamp: start } = packet;
      budget.reach(start);
      if (run !== null && (isClosed() || isGap(run, start))) {
        yield* finish(run);
        run = null;
      }
      run ??= { start, packets: 0, last: start, shift: null, position: start };
      run.packets += 1;
      run.last = start;
      decoder.decode(packet.toEncodedAudioChunk());
      await room();
      yield* take(run);
    }
    if (run !== null) yield* finish(run);
  } finally {
    for (const data of decoded) data.close();
    if (!isClosed()) decoder.close();
  }
}

/** Decodes a track of a media file. */
import { AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import type { Piece } from './pcm.js';

/**
 * The audio from a time in seconds on. The first piece may begin before it. `zero` is the timestamp, in seconds, at which
 * the recording begins.
 */
export async function* readTrackPieces(
  track: InputAudioTrack,
  zero: number,
  from: number,
): AsyncGenerator<Piece> {
  const sink = new AudioSampleSink(track);
  // Sound before the start, which an encoder has added, is left out by the timeline.
  const samples = from > 0 ? sink.samples(zero + from) : sink.samples();
  for await (const sample of samples) {
    try {
      const { numberOfFrames, numberOfChannels, sampleRate, timestamp } = sample;
      const channels = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(numberOfFrames);
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      yield { start: timestamp - zero, sampleRate, channels };
    } finally {
      sample.close();
    }
  }
}

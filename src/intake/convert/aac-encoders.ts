/** Encoders for AAC-LC: the browser's own, and one in WebAssembly for browsers that have none. */
import { bytesOf, lowComplexityConfig, type AacStream } from './aac.js';
import type { Samples } from './pcm.js';

/** Samples of one channel in a frame. */
export const FRAME_LENGTH = 1024;

/** An encoder that gets blocks of `FRAME_LENGTH` samples. */
export interface AacEncoder {
  readonly stream: AacStream;
  /** Samples that the encoder adds before the first one. */
  readonly delay: number;
  /** Resolves when the encoder can take the next block. Rejects if it fails. */
  encode(block: Samples): Promise<void>;
  /** Resolves when all frames were sent. */
  flush(): Promise<void>;
  close(): void;
}

export interface EncoderOptions {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly onFrame: (frame: Uint8Array) => void;
}

export type CreateEncoder = (options: EncoderOptions) => Promise<AacEncoder>;

/** In bits per second. Encoders of operating systems have only a few bit rates; all of them have these. */
const BIT_RATES = { 1: 96_000, 2: 128_000 } as const;

/** Blocks that wait in the browser's encoder. */
const MOST_WAITING = 32;

const configOf = ({ sampleRate, channels }: EncoderOptions): AudioEncoderConfig => ({
  codec: 'mp4a.40.2',
  sampleRate,
  numberOfChannels: channels,
  bitrate: BIT_RATES[channels],
});

/** The browser's own encoder. Null if it has none for these options. */
export const browserEncoder = async (
  options: Omit<EncoderOptions, 'onFrame'>,
): Promise<CreateEncoder | null> => {
  const isSupported = async (): Promise<boolean> => {
    const config = configOf({ ...options, onFrame: () => undefined });
    return (await AudioEncoder.isConfigSupported(config)).supported === true;
  };
  if (typeof AudioEncoder === 'undefined' || !(await isSupported().catch(() => false))) return null;
  const create = createBrowserEncoder(0);
  const delay = await measureDelay(create, options).catch(() => null);
  return delay === null ? null : createBrowserEncoder(delay);
};

const createBrowserEncoder =
  (delay: number): CreateEncoder =>
  (options) => {
    const { sampleRate, channels, onFrame } = options;
    let config = lowComplexityConfig(sampleRate, channels);
    let failure: Error | null = null;
    const encoder = new AudioEncoder({
      output(chunk, metadata) {
        const description = metadata?.decoderConfig?.description;
        if (description !== undefined) config = bytesOf(description);
        const frame = new Uint8Array(chunk.byteLength);
        chunk.copyTo(frame);
        onFrame(frame);
      },
      error(error) {
        failure = error;
      },
    });
    encoder.configure(configOf(options));
    let timestamp = 0;
    const waiting = (): Promise<void> =>
      new Promise((resolve) =>
        encoder.addEventListener('dequeue', () => resolve(), { once: true }),
      );
    return Promise.resolve({
      get stream() {
        return { config, sampleRate, channels, frameLength: FRAME_LENGTH };
      },
      delay,
      async encode(block) {
        if (failure !== null) throw failure;
        const data = new Float32Array(FRAME_LENGTH * channels);
        block.forEach((samples, channel) => data.set(samples, channel * FRAME_LENGTH));
        const audio = new AudioData({
          format: 'f32-planar',
          numberOfFrames: FRAME_LENGTH,
          numberOfChannels: channels,
          ...{ sampleRate, timestamp, data },
        });
        timestamp += (FRAME_LENGTH * 1e6) / sampleRate;
        encoder.encode(audio);
        audio.close();
        if (encoder.encodeQueueSize > MOST_WAITING) await waiting();
      },
      async flush() {
        await encoder.flush();
        if (failure !== null) throw failure;
      },
      close() {
        if (encoder.state !== 'closed') encoder.close();
      },
    });
  };

/** The delay of the encoders of FFmpeg and of most phones. */
const USUAL_DELAY = FRAME_LENGTH;

/** No encoder adds more than this many samples. */
const LONGEST_DELAY = 4 * FRAME_LENGTH;

/** Blocks of the signal that the delay is measured with. */
const MEASURED_BLOCKS = 16;

/** Noise, always the same. A part of it fits nowhere else. */
const noise = (length: number): Float32Array => {
  let seed = 1;
  return Float32Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 32 - 0.5) / 2;
  }).map((value, at, all) => (value + (all[at - 1] ?? 0) + (all[at - 2] ?? 0)) / 3);
};

/**
 * Measures the delay of an encoder: encodes noise, decodes it, and finds where it begins. Browsers do not report the
 * delay, and it differs between operating systems.
 */
export const measureDelay = async (
  create: CreateEncoder,
  options: Omit<EncoderOptions, 'onFrame'>,
): Promise<number> => {
  const frames: Uint8Array[] = [];
  const encoder = await create({ ...options, onFrame: (frame) => frames.push(frame) });
  const signal = noise(FRAME_LENGTH * MEASURED_BLOCKS);
  for (let block = 0; block < MEASURED_BLOCKS; block += 1) {
    const samples = signal.subarray(block * FRAME_LENGTH, (block + 1) * FRAME_LENGTH);
    await encoder.encode(Array.from({ length: options.channels }, () => samples));
  }
  await encoder.flush();
  const { stream } = encoder;
  encoder.close();
  const decoded = await decodeFrames(frames, stream).catch(() => null);
  if (decoded === null) return USUAL_DELAY;
  let [best, delay] = [0, USUAL_DELAY];
  const from = 2 * FRAME_LENGTH;
  for (let shift = 0; shift <= LONGEST_DELAY; shift += 1) {
    let sum = 0;
    for (let at = from; at < from + 4 * FRAME_LENGTH; at += 1) {
      sum += (signal[at] ?? 0) * (decoded[at + shift] ?? 0);
    }
    if (sum > best) [best, delay] = [sum, shift];
  }
  return delay;
};

/** The first channel. Rejects if the browser cannot decode AAC. */
const decodeFrames = async (
  frames: readonly Uint8Array[],
  { config, sampleRate, channels }: AacStream,
): Promise<Float32Array> => {
  const samples = new Float32Array(frames.length * FRAME_LENGTH);
  let at = 0;
  const decoder = new AudioDecoder({
    output(data) {
      const plane = new Float32Array(data.numberOfFrames);
      data.copyTo(plane, { planeIndex: 0, format: 'f32-planar' });
      samples.set(plane.subarray(0, samples.length - at), at);
      at += plane.length;
      data.close();
    },
    error: () => undefined,
  });
  decoder.configure({
    codec: 'mp4a.40.2',
    ...{ sampleRate, numberOfChannels: channels, description: config },
  });
  frames.forEach((data, index) =>
    decoder.decode(
      new EncodedAudioChunk({
        type: 'key',
        timestamp: (index * FRAME_LENGTH * 1e6) / sampleRate,
        data,
      }),
    ),
  );
  await decoder.flush();
  decoder.close();
  return samples;
};

/** The module of `@mediabunny/aac-encoder`, which is FFmpeg’s encoder in WebAssembly. */
export interface AacModule {
  readonly HEAPU8: Uint8Array;
  cwrap(name: string, result: string | null, parameters: readonly string[]): WasmFunction;
}
type WasmFunction = (...values: readonly (number | bigint)[]) => number;

/** The function that creates the module, as a property of the worker's global object. */
export const AAC_MODULE = 'audioTranscribeAacModule';

/** The encoder in WebAssembly. Rejects if it cannot be loaded, for example because the page's CSP forbids it. */
export const wasmEncoder = async (url: string): Promise<CreateEncoder> => {
  await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  const load = (globalThis as { readonly [AAC_MODULE]?: () => Promise<AacModule> })[AAC_MODULE];
  if (load === undefined) throw new Error('this is not the encoder');
  const module = await load();
  const call = (name: string, ...parameters: readonly (number | bigint)[]): number =>
    module.cwrap(
      name,
      'number',
      parameters.map(() => 'number'),
    )(...parameters);

  return ({ sampleRate, channels, onFrame }) => {
    const context = call('init_encoder', channels, sampleRate, BIT_RATES[channels]);
    if (context === 0) throw new Error('the encoder does not start');
    const bytesAt = (start: number, length: number): Uint8Array =>
      module.HEAPU8.slice(start, start + length);
    const config = bytesAt(
      call('get_encoder_extradata', context),
      call('get_encoder_extradata_size', context),
    );
    const send = (): void => {
      for (;;) {
        const size = call('receive_packet', context);
        if (size <= 0) return;
        onFrame(bytesAt(call('get_encoded_data', context), size));
      }
    };
    let position = 0n;
    return Promise.resolve({
      stream: { config, sampleRate, channels, frameLength: FRAME_LENGTH },
      delay: USUAL_DELAY,
      encode(block) {
        const samples = new Float32Array(FRAME_LENGTH * channels);
        block.forEach((plane, channel) => {
          for (let at = 0; at < FRAME_LENGTH; at += 1) {
            samples[at * channels + channel] = plane[at] ?? 0;
          }
        });
        const bytes = new Uint8Array(samples.buffer);
        const input = call('get_encode_input_ptr', context, bytes.length);
        if (input === 0) throw new Error('the encoder has no memory');
        module.HEAPU8.set(bytes, input);
        const result = call('send_frame', context, position);
        if (result < 0) throw new Error(`the encoder failed with ${result}`);
        position += BigInt(FRAME_LENGTH);
        send();
        return Promise.resolve();
      },
      flush() {
        call('flush_encoder_start', context);
        send();
        return Promise.resolve();
      },
      close() {
        call('close_encoder', context);
      },
    });
  };
};

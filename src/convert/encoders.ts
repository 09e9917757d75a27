/** Encodes AAC-LC with mediabunny: with the browser's own encoder, or with one in WebAssembly. */
import {
  AdtsOutputFormat,
  AudioSample,
  AudioSampleSource,
  canEncodeAudio,
  CustomAudioEncoder,
  EncodedPacket,
  NullTarget,
  Output,
  Quality,
  registerEncoder,
} from 'mediabunny';
import { hasAudioDecoder } from '../peaks/webkit-gtk.js';
import { bytesOf, FRAME_LENGTH, type AacStream } from './m4a.js';
import type { Samples } from './pcm.js';

/** The audio that an encoder gets. */
export interface EncoderInput {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
}

/** In bits per second. Encoders of operating systems have only a few bit rates; all of them have these. */
const BIT_RATES = { 1: 96_000, 2: 128_000 } as const;

const qualityFor = (channels: 1 | 2): Quality => new Quality({ bitrate: BIT_RATES[channels] });

/** Starts an encoder. Calls `onFrame` with each frame. */
export const openEncoder = async (
  { sampleRate, channels }: EncoderInput,
  onFrame: (frame: Uint8Array) => void,
) => {
  let stream: AacStream | null = null;
  const source = new AudioSampleSource({
    codec: 'aac',
    quality: qualityFor(channels),
    onEncodedPacket({ data }, meta) {
      const { description, codec = 'mp4a.40.2' } = meta?.decoderConfig ?? {};
      if (description !== undefined) {
        const config = bytesOf(description);
        stream = { config, codec, sampleRate, channels, frameLength: FRAME_LENGTH };
      }
      onFrame(data);
    },
  });
  // The frames are collected in a file of their own, so this one goes nowhere.
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  let position = 0;
  return {
    /** The stream of the frames; null before the first one. */
    get stream(): AacStream | null {
      return stream;
    },
    /** Resolves when the encoder can take more. Rejects if it fails. */
    async encode(samples: Samples): Promise<void> {
      const length = samples[0]?.length ?? 0;
      if (length === 0) return;
      const data = new Float32Array(length * channels);
      samples.forEach((plane, channel) => data.set(plane, channel * length));
      const timestamp = position / sampleRate;
      const sample = new AudioSample({
        data,
        format: 'f32-planar',
        numberOfChannels: channels,
        sampleRate,
        timestamp,
      });
      position += length;
      await source.add(sample);
      sample.close();
    },
    /** Resolves when all frames were sent. */
    finish: () => output.finalize(),
    /** Ends without the last frames. */
    cancel: () => output.cancel(),
  };
};

/** The delay of the encoders of FFmpeg and of most phones, in samples. */
const USUAL_DELAY = FRAME_LENGTH;

/** No encoder adds more than this many samples. */
const LONGEST_DELAY = 4 * FRAME_LENGTH;

/** Length of the signal that the delay is measured with. */
const MEASURED_SAMPLES = 16 * FRAME_LENGTH;

/** Noise, always the same. A part of it fits nowhere else. */
const noise = (length: number): Float32Array => {
  let seed = 1;
  return Float32Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 32 - 0.5) / 2;
  }).map((value, at, all) => (value + (all[at - 1] ?? 0) + (all[at - 2] ?? 0)) / 3);
};

/**
 * Measures how many samples an encoder adds before the first one: encodes noise, decodes it, and finds where it begins.
 * Browsers do not report the delay, and it differs between operating systems.
 */
const measureDelay = async (input: EncoderInput): Promise<number> => {
  const frames: Uint8Array[] = [];
  const encoder = await openEncoder(input, (frame) => frames.push(frame));
  const signal = noise(MEASURED_SAMPLES);
  await encoder.encode(Array.from({ length: input.channels }, () => signal));
  await encoder.finish();
  const decoded = await decodeFrames(frames, encoder.stream);
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

/** The first channel. Null if the browser cannot decode AAC. WebKitGTK crashes when it decodes so fast. */
export const decodeFrames = async (
  frames: readonly Uint8Array[],
  stream: AacStream | null,
): Promise<Float32Array | null> => {
  if (stream === null || !hasAudioDecoder()) return null;
  const { codec, config: description, sampleRate, channels } = stream;
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
  try {
    decoder.configure({ codec, sampleRate, numberOfChannels: channels, description });
    frames.forEach((data, index) => {
      const timestamp = (index * FRAME_LENGTH * 1e6) / sampleRate;
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }));
    });
    await decoder.flush();
    return samples;
  } catch {
    return null;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
};

/** An encoder that works here. */
interface AacModule {
  readonly HEAPU8: Uint8Array;
  cwrap(name: string, result: string | null, parameters: readonly string[]): WasmFunction;
}
type WasmFunction = (...values: readonly (number | bigint)[]) => number;

/** The function that creates the module, as a property of the worker's global object. */
const AAC_MODULE = 'audioTranscribeAacModule';

/**
 * FFmpeg's AAC encoder in WebAssembly, from `@mediabunny/aac-encoder`, as a class for mediabunny. The package's own class
 * starts a second worker from a Blob, which never answers on a page with `worker-src 'self'`. This one runs in the worker
 * that converts. Throws if the module was not loaded.
 */
const wasmEncoder = (): typeof CustomAudioEncoder => {
  const load = (globalThis as { readonly [AAC_MODULE]?: () => Promise<AacModule> })[AAC_MODULE];
  if (load === undefined) throw new Error('the encoder is not loaded');

  return class extends CustomAudioEncoder {
    static override supports(codec: string): boolean {
      return codec === 'aac';
    }

    #module: AacModule | null = null;
    #context = 0;
    /** Samples of a frame that is not full yet, one channel after another in each. */
    #frame = new Float32Array();
    #filled = 0;
    #position = 0;
    #packets = 0;
    #config: Uint8Array | undefined;

    async init(): Promise<void> {
      const { numberOfChannels, sampleRate, bitrate = 0 } = this.config;
      this.#module = await load();
      this.#frame = new Float32Array(FRAME_LENGTH * numberOfChannels);
      this.#context = this.#call('init_encoder', numberOfChannels, sampleRate, bitrate);
      if (this.#context === 0) throw new Error('the encoder does not start');
      const size = this.#call('get_encoder_extradata_size', this.#context);
      this.#config = this.#bytes(this.#call('get_encoder_extradata', this.#context), size);
    }

    encode(sample: AudioSample): void {
      const { numberOfChannels } = this.config;
      const samples = new Float32Array(sample.numberOfFrames * numberOfChannels);
      sample.copyTo(samples, { planeIndex: 0, format: 'f32' });
      for (let at = 0; at < samples.length;) {
        const part = samples.subarray(at, at + this.#frame.length - this.#filled);
        this.#frame.set(part, this.#filled);
        this.#filled += part.length;
        at += part.length;
        if (this.#filled === this.#frame.length) this.#send();
      }
    }

    flush(): void {
      if (this.#filled > 0) this.#send(this.#frame.fill(0, this.#filled));
      this.#call('flush_encoder_start', this.#context);
      this.#receive();
    }

    close(): void {
      if (this.#context !== 0) this.#call('close_encoder', this.#context);
      this.#context = 0;
    }

    #call(name: string, ...values: readonly (number | bigint)[]): number {
      const types = values.map(() => 'number');
      return this.#module?.cwrap(name, 'number', types)(...values) ?? 0;
    }

    #bytes(start: number, length: number): Uint8Array {
      return this.#module?.HEAPU8.slice(start, start + length) ?? new Uint8Array();
    }

    #send(frame = this.#frame): void {
      const bytes = new Uint8Array(frame.buffer);
      const input = this.#call('get_encode_input_ptr', this.#context, bytes.length);
      if (input === 0) throw new Error('the encoder has no memory');
      this.#module?.HEAPU8.set(bytes, input);
      const result = this.#call('send_frame', this.#context, BigInt(this.#position));
      if (result < 0) throw new Error(`the encoder failed with ${result}`);
      this.#position += FRAME_LENGTH;
      this.#filled = 0;
      this.#receive();
    }

    #receive(): void {
      const { numberOfChannels, sampleRate } = this.config;
      const seconds = FRAME_LENGTH / sampleRate;
      for (;;) {
        const size = this.#call('receive_packet', this.#context);
        if (size <= 0) return;
        const data = this.#bytes(this.#call('get_encoded_data', this.#context), size);
        const packet = new EncodedPacket(data, 'key', this.#packets * seconds, seconds);
        const description = this.#config;
        this.#packets += 1;
        this.onPacket(packet, {
          decoderConfig: {
            codec: 'mp4a.40.2',
            numberOfChannels,
            sampleRate,
            ...(description === undefined ? {} : { description }),
          },
        });
      }
    }
  };
};

export interface FoundEncoder extends EncoderInput {
  /** Names the encoder, so that work is continued only with the same one. */
  readonly name: string;
  /** Samples that it adds before the first one. */
  readonly delay: number;
}

const found = async (name: string, input: EncoderInput): Promise<FoundEncoder | null> => {
  const delay = await measureDelay(input).catch(() => null);
  return delay === null ? null : { name, ...input, delay };
};

const RATES = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/** The encoders for the audio, best first: those of the browser, then the one in WebAssembly at `wasmUrl`. */
export async function* findEncoders(
  { sampleRate, channels }: EncoderInput,
  loadWasm: (() => Promise<void>) | null,
): AsyncGenerator<FoundEncoder> {
  const own = RATES.includes(sampleRate) ? sampleRate : 48_000;
  const rates = hasAudioDecoder() ? [own, 48_000] : [];
  for (const rate of new Set(rates)) {
    const options = { sampleRate: rate, numberOfChannels: channels, quality: qualityFor(channels) };
    if (!(await canEncodeAudio('aac', options).catch(() => false))) continue;
    const encoder = await found('browser', { sampleRate: rate, channels });
    if (encoder !== null) yield encoder;
  }
  if (loadWasm === null) return;
  try {
    await loadWasm();
    registerEncoder(wasmEncoder());
  } catch {
    // The page's CSP may forbid it.
    return;
  }
  const encoder = await found('wasm', { sampleRate: own, channels });
  if (encoder !== null) yield encoder;
}

/**
 * FFmpeg's AAC encoder in WebAssembly, from `@mediabunny/aac-encoder`. The package's own class starts a second worker from
 * a Blob, which never answers on a page with `worker-src 'self'`. This one runs in the worker that converts.
 */
import { CustomAudioEncoder, EncodedPacket, type AudioSample } from 'mediabunny';
import { FRAME_LENGTH } from './aac.js';

interface AacModule {
  readonly HEAPU8: Uint8Array;
  cwrap(name: string, result: string | null, parameters: readonly string[]): WasmFunction;
}
type WasmFunction = (...values: readonly (number | bigint)[]) => number;

/** The function that creates the module, as a property of the worker's global object. */
export const AAC_MODULE = 'audioTranscribeAacModule';

/** The encoder's class for mediabunny. Throws if the module was not loaded. */
export const wasmEncoder = (): typeof CustomAudioEncoder => {
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

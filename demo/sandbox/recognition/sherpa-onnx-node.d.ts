/** Types of the used part of a package that has no types. */
declare module 'sherpa-onnx-node' {
  /** See the documentation of sherpa-onnx. */
  type Config = Readonly<Record<string, unknown>>;
  export class Vad {
    constructor(config: Config, bufferSizeInSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    /** `start` is in samples. */
    front(enableExternalBuffer: boolean): {
      readonly start: number;
      readonly samples: Float32Array;
    };
    pop(): void;
    flush(): void;
  }
  export interface OfflineStream {
    acceptWaveform(wave: { readonly sampleRate: number; readonly samples: Float32Array }): void;
  }
  export class OfflineRecognizer {
    constructor(config: Config);
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): { readonly text: string; readonly tokens: readonly string[] };
  }
  const sherpa: {
    readonly Vad: typeof Vad;
    readonly OfflineRecognizer: typeof OfflineRecognizer;
  };
  export default sherpa;
}

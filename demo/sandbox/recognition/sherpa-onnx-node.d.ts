/** Types of the used part of a package that has no types. */
declare module 'sherpa-onnx-node' {
  export interface VadConfig {
    readonly sileroVad: {
      readonly model: string;
      readonly threshold: number;
      /** Seconds. */
      readonly minSilenceDuration: number;
      /** Seconds. */
      readonly minSpeechDuration: number;
      /** Seconds. */
      readonly maxSpeechDuration: number;
      /** Samples. */
      readonly windowSize: number;
    };
    readonly sampleRate: number;
    readonly numThreads: number;
    readonly debug: boolean;
  }

  export class Vad {
    constructor(config: VadConfig, bufferSizeInSeconds: number);
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

  export interface OfflineRecognizerConfig {
    readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
    readonly modelConfig: {
      readonly moonshine: { readonly encoder: string; readonly mergedDecoder: string };
      readonly tokens: string;
      readonly numThreads: number;
      readonly provider: string;
      readonly debug: number;
    };
  }

  export interface OfflineStream {
    acceptWaveform(wave: { readonly sampleRate: number; readonly samples: Float32Array }): void;
  }

  export class OfflineRecognizer {
    constructor(config: OfflineRecognizerConfig);
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

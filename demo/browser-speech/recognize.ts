/** Recognises a recording in this browser. Nothing of it is sent anywhere. */
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { SpeechFiles } from './files.js';
import type { SpeechNews, SpeechOrder, SpeechSegment } from './messages.js';

/** The recogniser cannot run here. The message is for the visitor, and says what would work. */
export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable';
}

const SAMPLE_RATE = 16_000;

const ELSEWHERE =
  'A current Chrome, Edge, Firefox or Safari can. Or run “npm start” in the repository: then this machine recognises it.';

/** The folder `speech` is beside the page; `npm run build:demo` copies the model to it. */
const filesOf = (): SpeechFiles => {
  const at = (file: string): string => new URL(file, document.baseURI).href;
  return {
    wasm: new URL(wasmUrl, import.meta.url).href,
    encoder: at('speech/tiny-encoder_model.onnx'),
    decoder: at('speech/tiny-decoder_model_merged.onnx'),
    tokens: at('speech/tokens.txt'),
  };
};

const decode = async (bytes: ArrayBuffer): Promise<Float32Array<ArrayBuffer>> => {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const audio = await context.decodeAudioData(bytes).catch((cause: unknown) => {
    throw new SpeechUnavailable(`This browser cannot decode this recording. ${ELSEWHERE}`, {
      cause,
    });
  });
  const mono = new Float32Array(audio.length);
  for (let channel = 0; channel < audio.numberOfChannels; channel += 1)
    for (const [index, sample] of audio.getChannelData(channel).entries())
      mono[index] = (mono[index] as number) + sample / audio.numberOfChannels;
  return mono;
};

export interface Spoken {
  readonly segments: readonly SpeechSegment[];
  /** In seconds. */
  readonly duration: number;
}

let worker: Worker | null = null;

const answerOf = (
  order: SpeechOrder,
  onNews: (news: SpeechNews) => void,
): Promise<readonly SpeechSegment[]> =>
  new Promise((resolve, reject) => {
    const fail = (message: string): void => {
      worker?.terminate();
      worker = null;
      reject(new SpeechUnavailable(message));
    };
    worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<SpeechNews>) => {
      onNews(data);
      if (data.kind === 'done') resolve(data.segments);
      if (data.kind === 'missing')
        fail(
          'This copy of the demo has no recogniser. Run “npm run setup” before “npm run build:demo”, or “npm start” in the repository.',
        );
      if (data.kind === 'failed')
        fail(`This browser cannot run the recogniser (${data.reason}). ${ELSEWHERE}`);
    };
    worker.onerror = () => fail(`This browser cannot run the recogniser. ${ELSEWHERE}`);
    worker.postMessage(order, [order.samples.buffer]);
  });

/** One at a time. Rejects with SpeechUnavailable. */
export const recognize = async (
  bytes: ArrayBuffer,
  onNews: (news: SpeechNews) => void,
): Promise<Spoken> => {
  if (typeof WebAssembly === 'undefined' || typeof OfflineAudioContext === 'undefined')
    throw new SpeechUnavailable(`This browser cannot run the recogniser. ${ELSEWHERE}`);
  const samples = await decode(bytes);
  const duration = samples.length / SAMPLE_RATE;
  return { duration, segments: await answerOf({ files: filesOf(), samples }, onNews) };
};

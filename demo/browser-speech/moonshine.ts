/** Moonshine tiny with onnxruntime-web: an encoder over the samples, and a decoder that writes token after token. */
import * as ort from 'onnxruntime-web/wasm';
import { mostTokens, SAMPLE_RATE, type Transcribe } from '../sandbox/recognition/moonshine/hear.js';
import type { MoonshineFiles } from './recognize.js';

const START = 1;
const END = 2;
/** Of the tiny model. */
const HEADS = 8;
const HEAD_SIZE = 36;

/** The bytes of each token, from lines of its base64 and its id. */
const readVocabulary = (text: string): readonly Uint8Array[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) =>
      Uint8Array.from(atob(line.slice(0, line.indexOf(' '))), (letter) => letter.charCodeAt(0)),
    );

const textOf = (ids: readonly number[], vocabulary: readonly Uint8Array[]): string => {
  const bytes = ids.flatMap((id) => [...(vocabulary[id] ?? [])]);
  return new TextDecoder().decode(Uint8Array.from(bytes)).replaceAll('▁', ' ').trim();
};

const likeliest = (logits: Float32Array): number => {
  let best = 0;
  for (let id = 1; id < logits.length; id += 1)
    if ((logits[id] as number) > (logits[best] as number)) best = id;
  return best;
};

/** Rejects if WebAssembly is missing or forbidden. */
export const openMoonshine = async (files: MoonshineFiles): Promise<Transcribe> => {
  // More threads need headers that a plain host does not send.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = files.wasm;
  const encoder = await ort.InferenceSession.create(files.encoder);
  const decoder = await ort.InferenceSession.create(files.decoder);
  const vocabulary = readVocabulary(new TextDecoder().decode(files.tokens));
  const pastNames = decoder.inputNames.filter((name) => name.startsWith('past_key_values'));

  return async (samples) => {
    const { last_hidden_state: sound } = await encoder.run({
      input_values: new ort.Tensor('float32', samples, [1, samples.length]),
    });
    if (sound === undefined) throw new Error('The encoder gave no output.');
    const empty = new ort.Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_SIZE]);
    const past: Record<string, ort.Tensor> = Object.fromEntries(
      pastNames.map((name) => [name, empty]),
    );
    const ids: number[] = [];
    const most = mostTokens(samples.length / SAMPLE_RATE);
    for (let last = START; ids.length <= most;) {
      const isFirst = ids.length === 0;
      const output = await decoder.run({
        input_ids: new ort.Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]),
        encoder_hidden_states: sound,
        use_cache_branch: new ort.Tensor('bool', [!isFirst]),
        ...past,
      });
      last = likeliest(output['logits']?.data as Float32Array);
      if (last === END) break;
      ids.push(last);
      for (const name of pastNames) {
        // What the decoder knows of the sound does not change after the first token.
        if (!isFirst && name.includes('.encoder.')) continue;
        past[name] = output[name.replace('past_key_values', 'present')] ?? empty;
      }
    }
    return { text: textOf(ids, vocabulary), tokens: ids.length };
  };
};

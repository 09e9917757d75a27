/** Moonshine in sherpa-onnx: samples in, text out. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { OfflineRecognizer } from 'sherpa-onnx-node';
import { RAW_SAMPLE_RATE } from '../raw-audio.js';
import { RecognitionFailed } from '../recognizer.js';
import type { Transcribe } from './hear.js';

export type MoonshineSize = 'base' | 'tiny';

const FILES = { encoder: 'encoder_model.onnx', mergedDecoder: 'decoder_model_merged.onnx' };

const open = async (folder: string, size: MoonshineSize): Promise<Transcribe> => {
  const { default: sherpa } = await import('sherpa-onnx-node').catch((cause: unknown) => {
    throw new RecognitionFailed('sherpa-onnx does not run on this machine.', { cause });
  });
  const encoder = path.join(folder, `${size}-${FILES.encoder}`);
  const mergedDecoder = path.join(folder, `${size}-${FILES.mergedDecoder}`);
  const tokens = path.join(folder, 'tokens.txt');
  // sherpa-onnx ends the process if a file is missing.
  const present = await readdir(folder).catch((): string[] => []);
  for (const file of [encoder, mergedDecoder, tokens])
    if (!present.includes(path.basename(file)))
      throw new RecognitionFailed(`${path.basename(file)} is missing. Run: npm run setup`);
  const recognizer: OfflineRecognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: RAW_SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      ...{ moonshine: { encoder, mergedDecoder }, tokens },
      ...{ numThreads: 1, provider: 'cpu', debug: 0 },
    },
  });
  return (samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ sampleRate: RAW_SAMPLE_RATE, samples });
    recognizer.decode(stream);
    const { text, tokens: spelled } = recognizer.getResult(stream);
    return { text, tokens: spelled.length };
  };
};

let opened: { readonly key: string; readonly transcribe: Promise<Transcribe> } | null = null;

/** Keeps the last model in memory. Rejects with RecognitionFailed. */
export const openMoonshine = (folder: string, size: MoonshineSize): Promise<Transcribe> => {
  const key = path.join(folder, size);
  if (opened?.key !== key) opened = { key, transcribe: open(folder, size) };
  return opened.transcribe;
};

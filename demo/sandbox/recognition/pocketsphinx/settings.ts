/** What tells the two models of 4.7 apart here: two ways to search with the same acoustic and language model. */
import type { Model } from '../../../../src/protocol/index.js';

/** Arguments of `pocketsphinx_batch` by model; figures in bench/README.md. */
export const MODEL_SETTINGS: Readonly<Record<Model, Readonly<Record<string, string>>>> = {
  'svc-asr-pro': { '-remove_noise': 'no' },
  'svc-asr-fast': { '-remove_noise': 'no', '-fwdflat': 'no', '-bestpath': 'no' },
};

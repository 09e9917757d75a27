/** The two models of 4.7: two ways to search with the same acoustic and language model. */
import type { Model } from '../../../../src/protocol/index.js';

/** Noise suppression takes time, and misses words if there is no noise. */
const QUIET_ENOUGH = { '-remove_noise': 'no' };

/** Arguments of `pocketsphinx_batch` by model; figures in bench/README.md. */
export const MODEL_SETTINGS: Readonly<Record<Model, Readonly<Record<string, string>>>> = {
  // All passes, with the default beams. Wider beams take twice the time to find two more words in a hundred.
  'svc-asr-pro': QUIET_ENOUGH,
  // One pass with few candidates, which scores sounds in every other frame.
  'svc-asr-fast': {
    ...QUIET_ENOUGH,
    ...{ '-fwdflat': 'no', '-maxhmmpf': '3000', '-maxwpf': '5', '-topn': '2', '-ds': '2' },
  },
};

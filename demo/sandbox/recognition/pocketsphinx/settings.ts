/** What tells the two models of 4.7 apart here: two ways to search with the same acoustic and language model. */
import type { Model } from '../../../../src/protocol/index.js';

/** The noise suppression costs words where there is no noise, and time. */
const QUIET_ENOUGH = { '-remove_noise': 'no' };

/** Arguments of `pocketsphinx_batch` by model; figures in bench/README.md. */
export const MODEL_SETTINGS: Readonly<Record<Model, Readonly<Record<string, string>>>> = {
  // All passes, with their own beams: wider ones take twice the time for two words in a hundred.
  'svc-asr-pro': QUIET_ENOUGH,
  // One pass, few candidates, and the sounds scored in every other frame.
  'svc-asr-fast': {
    ...QUIET_ENOUGH,
    ...{ '-fwdflat': 'no', '-maxhmmpf': '3000', '-maxwpf': '5', '-topn': '2', '-ds': '2' },
  },
};

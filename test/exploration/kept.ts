/** Histories that have failed, also with a bug put in on purpose. */
import type { Plan } from './plan.js';

export const KEPT: readonly Plan[] = [
  // Failed when nothing kept the focus after a rendering.
  {
    seed: 52000,
    page: 'demo/vue/index.html',
    isHurried: false,
    isReset: false,
    steps: [
      { kind: 'choose', tab: 0, element: 0 },
      { kind: 'choose', tab: 0, element: 0 },
      { kind: 'press', tab: 0, element: 0, button: 'Remove anna-2.wav' },
    ],
  },
  // The big play button of the demo failed while the example was not on the page.
  {
    seed: 720259,
    page: '?tab=own',
    isHurried: false,
    isReset: false,
    steps: [
      { kind: 'turn', tab: 0, width: 320 },
      { kind: 'keys', tab: 0, keys: ['Tab', 'Tab', '1', 'Space', 'Control+z', 'Enter'] },
    ],
  },
  // A recording pasted into a busy element went to the other one on the page.
  {
    seed: 1202039,
    page: 'demo/two.html',
    isHurried: true,
    isReset: true,
    steps: [
      { kind: 'choose', tab: 0, element: 1 },
      { kind: 'paste', tab: 0, element: 1 },
      { kind: 'wait', ms: 86400000 },
    ],
  },
];

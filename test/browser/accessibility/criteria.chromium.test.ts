/** The evidence of docs/accessibility.md: each check passes, and each regression fails a check of its criteria. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, part, until } from '../../support/element.js';
import { CHECKS, type Check } from './checks.js';
import { CHECKS_FILE, WCAG } from './criteria.js';

const DATA = {
  text: 'Bonjour. Hello.',
  language: 'fr',
  duration: 11,
  segments: [
    { speaker: 'Anna', start_ms: 200, end_ms: 1_900, text: 'Bonjour.' },
    { speaker: 'Bo', start_ms: 2_000, end_ms: 2_900, text: 'Comment allez-vous ?' },
  ],
};

type Situation = 'idle' | 'failed' | 'ready';

/** The element between two buttons. */
const show = async (situation: Situation): Promise<AudioTranscribe> => {
  const status = situation === 'ready' ? 'SUCCESS' : 'FAILURE';
  const task = { transcription_id: 'task-1', status, data: status === 'SUCCESS' ? DATA : {} };
  const backend = { submit: () => Promise.resolve(task), query: () => Promise.resolve(task) };
  const page = await fixture<HTMLDivElement>(html`
    <div style="background: white; inline-size: 700px">
      <button>Before</button>
      <audio-transcribe
        no-storage
        .backend=${backend}
        audio-url=${new URL('../../../demo/samples/voicemail.wav', import.meta.url).href}
      ></audio-transcribe>
      <button>After</button>
    </div>
  `);
  const element = page.querySelector('audio-transcribe') as AudioTranscribe;
  if (situation !== 'idle') element.fileUrl = 'https://files.example/interview.mp3';
  await until(element, situation);
  await element.updateComplete;
  if (situation === 'ready') {
    const audio = element.renderRoot.querySelector('audio') as HTMLAudioElement;
    while (audio.readyState === 0) await new Promise(requestAnimationFrame);
    await element.updateComplete;
  }
  return element;
};

interface Regression {
  readonly situation: Situation;
  readonly apply: (element: AudioTranscribe) => void;
  /** The criteria whose evidence must fail. */
  readonly flips: readonly string[];
}

const style = (element: AudioTranscribe, css: string): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  element.shadowRoot?.adoptedStyleSheets.push(sheet);
};
const one = <T extends HTMLElement>(element: AudioTranscribe, selector: string): T => {
  const found = element.renderRoot.querySelector<T>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};

const REGRESSIONS: Readonly<Record<string, Regression>> = {
  'a button without a label': {
    situation: 'ready',
    apply: (element) => part(element, 'play-button').removeAttribute('aria-label'),
    flips: ['4.1.2', '2.4.6', '3.3.2'],
  },
  'a slider without a label': {
    situation: 'ready',
    apply: (element) => one(element, 'input[aria-label="Position"]').removeAttribute('aria-label'),
    flips: ['4.1.2', '3.3.2'],
  },
  'a role that does not exist': {
    situation: 'ready',
    apply: (element) => part(element, 'player').setAttribute('role', 'playback'),
    flips: ['4.1.2'],
  },
  'a control that is hidden from screen readers': {
    situation: 'ready',
    apply: (element) => part(element, 'player').setAttribute('aria-hidden', 'true'),
    flips: ['4.1.2'],
  },
  'an icon without a text': {
    situation: 'idle',
    apply: (element) => one(element, 'svg').removeAttribute('aria-hidden'),
    flips: ['1.1.1'],
  },
  'a picture with words': {
    situation: 'idle',
    apply: (element) => part(element, 'card').append(new Image(10, 10)),
    flips: ['1.1.1', '1.4.5'],
  },
  'a heading that is a paragraph': {
    situation: 'ready',
    apply: (element) => one(element, 'h2').replaceWith(one(element, 'h2').textContent),
    flips: ['1.3.1', '2.4.6'],
  },
  'sound that starts by itself': {
    situation: 'ready',
    apply: (element) => one(element, 'audio').setAttribute('autoplay', ''),
    flips: ['1.4.2'],
  },
  'a lower contrast of a text': {
    situation: 'idle',
    apply: (element) => style(element, '[part~="hint"] { color: #999 !important; }'),
    flips: ['1.4.3'],
  },
  'a lower contrast of an icon': {
    situation: 'ready',
    apply: (element) => style(element, 'button:not([part]) { color: #bbb !important; }'),
    flips: ['1.4.11'],
  },
  'a height that does not grow with the text': {
    situation: 'failed',
    apply: (element) =>
      style(
        element,
        '[part~="error-message"] { block-size: 45px; font-size: 1rem; overflow: hidden; }',
      ),
    flips: ['1.4.4', '1.4.12'],
  },
  'a part that is wider than a phone': {
    situation: 'ready',
    apply: (element) => style(element, '[part~="details"] { min-inline-size: 400px; }'),
    flips: ['1.4.10'],
  },
  'a button that only the mouse reaches': {
    situation: 'ready',
    apply: (element) => (part(element, 'play-button').tabIndex = -1),
    flips: ['2.1.1'],
  },
  'a trap for the keyboard': {
    situation: 'ready',
    apply: (element) =>
      one(element, 'select[aria-label="Playback speed"]').addEventListener('keydown', (event) => {
        if (event.key === 'Tab') event.preventDefault();
      }),
    flips: ['2.1.2'],
  },
  'a shortcut of one letter everywhere': {
    situation: 'ready',
    apply: (element) =>
      element.parentElement?.addEventListener('keydown', ({ key }) => {
        if (key === 'k')
          one<HTMLDialogElement>(element, 'dialog[aria-label="Keyboard shortcuts"]').showModal();
      }),
    flips: ['2.1.4'],
  },
  'something that flashes': {
    situation: 'idle',
    apply: (element) =>
      void part(element, 'card').animate({ opacity: [1, 0.5] }, { duration: 100, iterations: 99 }),
    flips: ['2.3.1'],
  },
  'another order of the focus': {
    situation: 'ready',
    apply: (element) => (one(element, 'select[aria-label="Playback speed"]').tabIndex = 1),
    flips: ['2.4.3'],
  },
  'no focus ring': {
    situation: 'ready',
    apply: (element) =>
      style(element, '* { outline: none !important; box-shadow: none !important; }'),
    flips: ['2.4.7'],
  },
  'a button that works on press': {
    situation: 'ready',
    apply: (element) =>
      part(element, 'play-button').addEventListener('mousedown', () =>
        one<HTMLDialogElement>(element, 'dialog[aria-label="Keyboard shortcuts"]').showModal(),
      ),
    flips: ['2.5.2'],
  },
  'a name without the visible text': {
    situation: 'idle',
    apply: (element) => control(element, 'Choose a file').setAttribute('aria-label', 'Upload'),
    flips: ['2.5.3'],
  },
  'a position that can only be dragged': {
    situation: 'ready',
    apply: (element) => (one(element, 'input[aria-label="Position"]').hidden = true),
    flips: ['2.5.7', '2.5.1'],
  },
  'targets of 20 px': {
    situation: 'ready',
    apply: (element) =>
      style(
        element,
        'button:not([part]) { block-size: 20px !important; inline-size: 20px !important; min-inline-size: 0 !important; min-block-size: 0 !important; margin: 0 !important; } [part~="player"] { gap: 0 !important }',
      ),
    flips: ['2.5.8'],
  },
  'a transcript without its language': {
    situation: 'ready',
    apply: (element) => one(element, '[role="region"]').removeAttribute('lang'),
    flips: ['3.1.2'],
  },
  'a menu that opens on focus': {
    situation: 'ready',
    apply: (element) =>
      control(element, 'Export').addEventListener('focus', () =>
        one(element, '[role="menu"][aria-label="Export"]').showPopover(),
      ),
    flips: ['3.2.1'],
  },
  'an error without its message': {
    situation: 'failed',
    apply: (element) => part(element, 'error-message').remove(),
    flips: ['3.3.1'],
  },
  'no status line': {
    situation: 'failed',
    apply: (element) => one(element, '[role="status"]').remove(),
    flips: ['4.1.3', '3.3.1'],
  },
};

describe('accessibility', () => {
  for (const [title, check] of Object.entries<Check>(CHECKS)) {
    it(title, async () => {
      for (const situation of ['idle', 'failed', 'ready'] as const)
        expect(await check(await show(situation)), situation).to.deep.equal([]);
    });
  }

  /** The checks that are evidence of a criterion. */
  const checksOf = (number: string): readonly Check[] => {
    const evidence = WCAG.find((row) => row.id === number)?.evidence ?? [];
    return evidence
      .filter(({ file }) => file === CHECKS_FILE)
      .map(({ title }) => CHECKS[title as keyof typeof CHECKS]);
  };

  for (const [name, { situation, apply, flips }] of Object.entries(REGRESSIONS)) {
    it(`regression: ${name} is noticed as a failure of ${flips.join(', ')}`, async () => {
      for (const number of flips) {
        const found: string[] = [];
        for (const check of checksOf(number)) {
          const element = await show(situation);
          apply(element);
          found.push(...(await check(element)));
        }
        expect(found, number).to.not.be.empty;
      }
    });
  }
});

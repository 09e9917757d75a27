/** The evidence of docs/accessibility.md: each check passes. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { until } from '../../support/element.js';
import { CHECKS, type Check } from './checks.js';

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

describe('accessibility', () => {
  for (const [title, check] of Object.entries<Check>(CHECKS)) {
    it(title, async () => {
      for (const situation of ['idle', 'failed', 'ready'] as const)
        expect(await check(await show(situation)), situation).to.deep.equal([]);
    });
  }
});

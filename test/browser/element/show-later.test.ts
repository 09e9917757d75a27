/** The recipe "Save and show later" in a page, with the partner's archive in memory. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/transcript-element.js';
import type { AudioTranscript } from '../../../src/transcript-element.js';
import { saveEdits } from '../../../demo/recipes/show-later.js';

const data = {
  text: 'Good morning. Hello.',
  language: 'en',
  duration: 11,
  segments: [
    { speaker: 'S1', start_ms: 200, end_ms: 1_900, text: 'Good morning.' },
    { speaker: 'S2', start_ms: 2_000, end_ms: 2_900, text: 'Hello.' },
  ],
};
const rename = { kind: 'rename-speaker', from: 'S1', to: 'Anna' } as const;

describe('the recipe to save and show later', () => {
  const { fetch } = window;
  let edits: unknown = [];
  let isBroken = false;
  beforeEach(() => {
    [edits, isBroken] = [[], false];
    window.fetch = (input, init) => {
      const { pathname } = new URL(input as string | URL, document.baseURI);
      if (!pathname.startsWith('/archive/sealed%2F1')) return fetch(input, init);
      if (init?.method !== 'PUT') return Promise.resolve(Response.json({ data, edits }));
      if (!isBroken) edits = JSON.parse(init.body as string);
      return Promise.resolve(new Response(null, { status: isBroken ? 500 : 204 }));
    };
  });
  afterEach(() => {
    window.fetch = fetch;
  });

  const show = async (onUnsaved: () => void): Promise<AudioTranscript> => {
    const element = await fixture<AudioTranscript>(html`
      <audio-transcript src="/archive/sealed%2F1"></audio-transcript>
    `);
    saveEdits(element, '/archive/sealed%2F1/edits', onUnsaved);
    while (element.transcript === null) await new Promise(requestAnimationFrame);
    return element;
  };
  const fail = (): never => {
    throw new Error('not saved');
  };

  it('shows the transcript, and corrections are there again in the next visit', async () => {
    const first = await show(fail);
    first.edit(rename);
    while ((edits as unknown[]).length === 0) await new Promise(requestAnimationFrame);
    const second = await show(fail);
    expect(second.transcript?.segments[0]?.speaker).to.equal('Anna');
    second.undo();
    while ((edits as unknown[]).length > 0) await new Promise(requestAnimationFrame);
  });

  it('says so if a correction is not saved', async () => {
    let unsaved = false;
    const element = await show(() => (unsaved = true));
    isBroken = true;
    element.edit(rename);
    while (!unsaved) await new Promise(requestAnimationFrame);
    expect(edits).to.deep.equal([]);
  });
});

/** Find and replace, and going to a time from the search field. */
import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { press, showEditable, showReader, until, type ReaderHost } from './reader-support.js';

const call = normaliseTranscript({
  language: 'en',
  duration: 5_000,
  segments: [
    { speaker: 'Anna', start_ms: 0, end_ms: 1_000, text: 'Order the parcel. The order is late.' },
    { speaker: 'Bob', start_ms: 2_000, end_ms: 3_000, text: 'An order in borders?' },
    { speaker: 'Bob', start_ms: 3_000, end_ms: 4_000, text: 'Nothing here.' },
    { speaker: 'Anna', start_ms: 4_980_000, end_ms: 4_990_000, text: 'Much later.' },
  ],
});

const type = async (host: ReaderHost, field: HTMLInputElement, text: string): Promise<void> => {
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await host.updateComplete;
};

/** The part of the search that replaces. */
const REPLACE = '[role="group"][aria-label="Replace"]';

const pressButton = async (host: ReaderHost, name: string): Promise<void> => {
  const button = host
    .all(`:has(> [part~="search-field"]) > button, ${REPLACE} button`)
    .find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name);
  if (!button) throw new Error(`There is no button “${name}”.`);
  button.click();
  await host.updateComplete;
};

/** The fields with the text that replaces: one if it is shown. */
const replaceFields = (host: ReaderHost): HTMLElement[] =>
  host.all('input[aria-label="Replace with"]');

/** Searches for a text, and opens the part that replaces. */
const open = async (query: string): Promise<ReaderHost> => {
  const host = await showEditable(call);
  host.control('Search the transcript').click();
  await host.updateComplete;
  await type(host, host.byPart('search-field'), query);
  await pressButton(host, 'Replace');
  await until(() => replaceFields(host).length === 1);
  return host;
};

describe('find and replace', () => {
  it('replaces all matches in one step, says how many, and undoes them together', async () => {
    const host = await open('order');
    await until(() => host.shadowRoot?.activeElement === replaceFields(host)[0]);
    await type(host, host.control('Replace with'), 'delivery');
    await expect(host).to.be.accessible();
    await pressButton(host, 'Replace all');
    expect(host.texts).to.deep.equal([
      'delivery the parcel. The delivery is late.',
      'An delivery in bdeliverys?',
      'Nothing here.',
      'Much later.',
    ]);
    expect(host.byPart('toast').textContent).to.contain('4 matches replaced');
    press(host.byPart('reader'), 'z', { ctrlKey: true });
    await host.updateComplete;
    expect(host.texts[0]).to.equal('Order the parcel. The order is late.');
    expect(host.texts[1]).to.equal('An order in borders?');
  });

  it('keeps the focus on the button when nothing is left to replace', async () => {
    const host = await open('order');
    await type(host, host.control('Replace with'), 'delivery');
    const all = host.all(`${REPLACE} button`).at(-1);
    all?.focus();
    all?.click();
    await until(() => all?.getAttribute('aria-disabled') === 'true');
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(host.shadowRoot?.activeElement).to.equal(all);
    const steps = host.history?.steps.length;
    all?.click();
    await host.updateComplete;
    expect(host.history?.steps).to.have.length(steps ?? 0);
  });

  it('says nothing, and offers no undo, if the text stays the same', async () => {
    const host = await open('parcel');
    await type(host, host.control('Replace with'), 'parcel');
    await pressButton(host, 'Replace all');
    expect(host.history?.edits).to.deep.equal([]);
    expect(host.said.join(' ')).not.to.contain('replaced');
  });

  it('replaces only matches with the same capitals, or of whole words, if asked to', async () => {
    const host = await open('order');
    await type(host, host.control('Replace with'), 'parcel');
    for (const choice of host.all(`${REPLACE} [type="checkbox"]`)) {
      choice.click();
      await host.updateComplete;
    }
    await pressButton(host, 'Replace all');
    expect(host.texts.slice(0, 2)).to.deep.equal([
      'Order the parcel. The parcel is late.',
      'An parcel in borders?',
    ]);
  });

  it('steps through the matches: skips one, replaces the next with Enter', async () => {
    const host = await open('order');
    await type(host, host.control('Replace with'), 'parcel');
    await pressButton(host, 'Skip');
    press(host.control('Replace with'), 'Enter');
    await host.updateComplete;
    expect(host.texts[0]).to.equal('Order the parcel. The parcel is late.');
    expect(host.texts[1]).to.equal('An order in borders?');
    // The next match is the current one.
    expect(host.searchCount).to.equal('2 / 3');
  });

  it('a replacement that contains the text is not replaced again', async () => {
    const host = await open('order');
    await type(host, host.control('Replace with'), 'reorder');
    for (let times = 0; times < 2; times += 1) {
      press(host.control('Replace with'), 'Enter');
      await host.updateComplete;
    }
    expect(host.texts[0]).to.equal('reorder the parcel. The reorder is late.');
  });

  it('Escape closes the field, and a second one the search', async () => {
    const host = await open('order');
    press(host.control('Replace with'), 'Escape');
    await host.updateComplete;
    expect(replaceFields(host)).to.have.length(0);
    expect(host.allByPart('search-field')).to.have.length(1);
  });

  it('is not offered if nothing can be corrected', async () => {
    const host = await showReader({ transcript: call });
    host.control('Search the transcript').click();
    await host.updateComplete;
    expect(host.all('[aria-label="Replace"]')).to.have.length(0);
  });
});

describe('a time in the search field', () => {
  it('goes to that time by Enter, and by its button', async () => {
    const host = await showReader({ transcript: call });
    host.control('Search the transcript').click();
    await host.updateComplete;
    await type(host, host.byPart('search-field'), '1:23:00');
    press(host.byPart('search-field'), 'Enter');
    await host.updateComplete;
    press(host.byPart('search-field'), 'Escape');
    await host.updateComplete;
    press(host.byPart('search-field'), 'Escape');
    await host.updateComplete;
    const focused = (host.renderRoot as ShadowRoot).activeElement;
    expect(focused?.getAttribute('aria-label')).to.equal('Go to 1:23:00');
    host.control('Search the transcript').click();
    await host.updateComplete;
    await type(host, host.byPart('search-field'), '0:02');
    await pressButton(host, 'Go to 0:02');
    press(host.byPart('search-field'), 'Escape');
    await host.updateComplete;
    press(host.byPart('search-field'), 'Escape');
    await host.updateComplete;
    expect((host.renderRoot as ShadowRoot).activeElement?.getAttribute('aria-label')).to.equal(
      'Go to 0:02',
    );
  });
});

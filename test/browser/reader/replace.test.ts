/** Find and replace, and going to a time from the search field. */
import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/index.js';
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

const texts = (host: ReaderHost): string[] =>
  host.allByPart('segment-text').map((text) => text.textContent);

const type = async (host: ReaderHost, part: string, text: string): Promise<void> => {
  const field = host.byPart<HTMLInputElement>(part);
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await host.updateComplete;
};

const pressButton = async (host: ReaderHost, name: string): Promise<void> => {
  const button = host
    .all('.search button, .replace button')
    .find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name);
  if (!button) throw new Error(`There is no button “${name}”.`);
  button.click();
  await host.updateComplete;
};

const focusedPart = (host: ReaderHost): string | null | undefined =>
  host.renderRoot instanceof ShadowRoot
    ? host.renderRoot.activeElement?.getAttribute('part')
    : undefined;

/** Searches for a text, and opens the part that replaces. */
const open = async (query: string): Promise<ReaderHost> => {
  const host = await showEditable(call);
  host.control('Search the transcript').click();
  await host.updateComplete;
  await type(host, 'search-field', query);
  await pressButton(host, 'Replace');
  await until(() => host.allByPart('replace-field').length === 1);
  return host;
};

describe('find and replace', () => {
  it('replaces all matches in one step, says how many, and undoes them together', async () => {
    const host = await open('order');
    await until(() => focusedPart(host) === 'replace-field');
    await type(host, 'replace-field', 'delivery');
    await expect(host).to.be.accessible();
    await pressButton(host, 'Replace all');
    expect(texts(host)).to.deep.equal([
      'delivery the parcel. The delivery is late.',
      'An delivery in bdeliverys?',
      'Nothing here.',
      'Much later.',
    ]);
    expect(host.byPart('toast').textContent).to.contain('4 matches replaced');
    press(host.byPart('reader'), 'z', { ctrlKey: true });
    await host.updateComplete;
    expect(texts(host)[0]).to.equal('Order the parcel. The order is late.');
    expect(texts(host)[1]).to.equal('An order in borders?');
  });

  it('replaces only matches with the same capitals, or of whole words, if asked to', async () => {
    const host = await open('order');
    await type(host, 'replace-field', 'parcel');
    for (const choice of host.all<HTMLInputElement>('.replace input[type="checkbox"]')) {
      choice.click();
      await host.updateComplete;
    }
    await pressButton(host, 'Replace all');
    expect(texts(host).slice(0, 2)).to.deep.equal([
      'Order the parcel. The parcel is late.',
      'An parcel in borders?',
    ]);
  });

  it('steps through the matches: skips one, replaces the next with Enter', async () => {
    const host = await open('order');
    await type(host, 'replace-field', 'parcel');
    await pressButton(host, 'Skip');
    press(host.byPart('replace-field'), 'Enter');
    await host.updateComplete;
    expect(texts(host)[0]).to.equal('Order the parcel. The parcel is late.');
    expect(texts(host)[1]).to.equal('An order in borders?');
    // The next match is the current one.
    expect(host.one('.search-count').textContent.trim()).to.equal('2 / 3');
  });

  it('a replacement that contains the text is not replaced again', async () => {
    const host = await open('order');
    await type(host, 'replace-field', 'reorder');
    for (let times = 0; times < 2; times += 1) {
      press(host.byPart('replace-field'), 'Enter');
      await host.updateComplete;
    }
    expect(texts(host)[0]).to.equal('reorder the parcel. The reorder is late.');
  });

  it('Escape closes the field, and a second one the search', async () => {
    const host = await open('order');
    press(host.byPart('replace-field'), 'Escape');
    await host.updateComplete;
    expect(host.allByPart('replace-field')).to.have.length(0);
    expect(host.allByPart('search-field')).to.have.length(1);
  });

  it('is not offered if nothing can be corrected', async () => {
    const host = await showReader({ transcript: call });
    host.control('Search the transcript').click();
    await host.updateComplete;
    expect(host.all('.search [aria-label="Replace"]')).to.have.length(0);
  });
});

describe('a time in the search field', () => {
  it('goes to that time by Enter, and by its button', async () => {
    const host = await showReader({ transcript: call });
    host.control('Search the transcript').click();
    await host.updateComplete;
    await type(host, 'search-field', '1:23:00');
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
    await type(host, 'search-field', '0:02');
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

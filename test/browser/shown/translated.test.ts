/** A translator has replaced all texts of the page, also in shadow roots, and the work goes on. */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import { control, makeElement, sample, until as untilState } from '../../support/element.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import { seenIn, translate } from '../../support/translator.js';
import { data, make, shows, until } from './shown-support.js';

describe('a translated page', () => {
  afterEach(closeBackends);

  it('shows how an upload goes on', async () => {
    const backend = await openBackend({
      faults: [{ name: 'no-answer', at: 'complete-upload', times: 1 }],
    });
    const element = await makeElement(backend.settings);
    const seen = (): string => seenIn(element.renderRoot);
    translate(element.renderRoot);
    element.addEventListener('transcribe-progress', () => translate(element.renderRoot));
    element.selectFile(await sample('voicemail.wav'));
    await untilState(element, 'uploading');
    await until(() => element.progress.fraction === 1);
    await element.updateComplete;
    expect(seen()).to.contain('100%');
    expect(seen()).not.to.contain('Drop');
    translate(element.renderRoot);
    element.pause();
    await until(() => seen().includes('Paused'));
    translate(element.renderRoot);
    element.lang = 'de';
    await until(() => seen().includes('Pausiert'));
    expect(seen()).not.to.match(/Paused|Resume|Cancel/);
    translate(element.renderRoot);
    element.cancel();
    await until(() => seen().includes('Datei auswählen'));
  });

  it('shows what changes beside a transcript', async () => {
    const element = await make({ transcript: data, edits: [] });
    await shows(element, 'Hello.');
    const { renderRoot } = element;
    control(element, 'Search the transcript').click();
    const find = (words: string): void => {
      const field = renderRoot.querySelector<HTMLInputElement>('input[type="search"]');
      if (!field) throw new Error('There is no search field.');
      field.value = words;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    await until(() => renderRoot.querySelector('input[type="search"]') !== null);
    find('good');
    await until(() => seenIn(renderRoot).includes('1 / 1'));
    translate(renderRoot);
    find('o');
    await until(() => seenIn(renderRoot).includes('1 / 4'));
  });
});

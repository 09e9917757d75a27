/** The parts that `<audio-transcript>` loads after the first drawing, or when they are used. */
import { expect } from '@open-wc/testing';
import { findControl } from '../../support/element.js';
import { data, find, linesOf, make, until } from './shown-support.js';

/** The server refuses downloads whose path contains this. */
const refuse = (path: string): void => {
  document.cookie = `unavailable=${path}; path=/`;
};
const allowAll = (): void => {
  document.cookie = 'unavailable=; path=/; max-age=0';
};

const press = (target: EventTarget, key: string, more: KeyboardEventInit = {}): KeyboardEvent => {
  const init = { key, bubbles: true, composed: true, cancelable: true, ...more };
  const event = new KeyboardEvent('keydown', init);
  target.dispatchEvent(event);
  return event;
};

describe('later parts of the transcript', () => {
  afterEach(allowAll);

  it('say if they cannot be loaded, and do at the next attempt what was asked for', async () => {
    refuse('later-parts');
    const element = await make({ transcript: data });
    await element.updateComplete;
    expect(linesOf(element)).to.include('Good morning.');
    const search = findControl(element, 'Search the transcript');
    search?.focus();
    search?.click();
    await until(() => find(element, 'error-message')?.hidden === false);
    expect(find(element, 'error-message')?.textContent).to.contain('This part couldn’t be loaded.');
    expect(element.shadowRoot?.activeElement).to.equal(search);

    // Also while they are loaded, nothing that was asked for is lost.
    allowAll();
    element.edit({ kind: 'rename-speaker', from: 'S1', to: 'Ann' });
    const reader = find(element, 'reader');
    const undo = reader && press(reader, 'z', { ctrlKey: true });
    const rename = element.renderRoot.querySelector<HTMLElement>('button[aria-label^="Rename"]');
    rename?.click();
    findControl(element, 'More')?.click();
    search?.click();
    expect(undo?.defaultPrevented).to.equal(true);
    await until(() => find(element, 'search-field') !== null);
    expect(find(element, 'error-message')?.hidden).to.equal(true);
    expect(element.edits).to.deep.equal([]);
    await until(() => element.renderRoot.querySelector('dialog[open]') !== null);
  });
});

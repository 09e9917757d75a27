/** The code of the list cannot be downloaded. In a page of its own, because a page downloads it once. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../../src/index.js';
import type { AudioTranscribe } from '../../../../src/index.js';
import { textIn, untilPart } from '../../../support/element.js';

const drop = (element: AudioTranscribe): void => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['no recording'], 'notes.mp3'));
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
};

describe('the list', () => {
  it('tells the user if its code cannot be loaded, and loads it with the next file', async () => {
    document.cookie = 'unavailable=queue-controller; path=/';
    const element: AudioTranscribe = await fixture(html`<audio-transcribe></audio-transcribe>`);
    Object.assign(element, { multiple: true, noStorage: true, manualStart: true });
    await element.updateComplete;
    drop(element);
    const notice = await untilPart(element, 'error-message');
    expect(notice.textContent).to.contain('Check the connection, then try again.');
    document.cookie = 'unavailable=; path=/; max-age=0';
    drop(element);
    await untilPart(element, 'item');
    expect(textIn(element)).to.not.contain('Check the connection, then try again.');
  });
});

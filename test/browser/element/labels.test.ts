/** The accessible name of the element, and where its focus goes. */
import { expect, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { part } from '../../support/element.js';
import { chooseButton, makeForm } from '../../support/form.js';

describe('labels and focus', () => {
  const isFocused = (element: AudioTranscribe): boolean =>
    document.activeElement === element &&
    element.shadowRoot?.activeElement === chooseButton(element);

  it('label with for: names the element, and a click on it focuses the first control', async () => {
    const { form, element } = await makeForm(html`
      <label for="interview"> The interview </label>
      <audio-transcribe id="interview" name="recording" no-resume></audio-transcribe>
    `);
    const label = form.querySelector('label') as HTMLLabelElement;
    expect([...element.labels]).to.deep.equal([label]);
    expect(part(element, 'card').getAttribute('aria-label')).to.equal('The interview');
    label.click();
    expect(isFocused(element)).to.equal(true);
    await expect(element).to.be.accessible();
  });

  it('label around the element: names it without the text inside the element', async () => {
    const { form, element } = await makeForm(html`
      <label>
        <span>The interview</span>
        <audio-transcribe name="recording" no-resume>It needs JavaScript.</audio-transcribe>
      </label>
    `);
    const label = form.querySelector('label') as HTMLLabelElement;
    expect([...element.labels]).to.deep.equal([label]);
    expect(part(element, 'card').getAttribute('aria-label')).to.equal('The interview');
    label.querySelector('span')?.click();
    expect(isFocused(element)).to.equal(true);
  });

  it('label around the element: a click inside the element does not focus the first control', async () => {
    const { element } = await makeForm();
    part(element, 'hint').click();
    expect(isFocused(element)).to.equal(false);
  });

  it('no label: the element has a default name', async () => {
    const { element } = await makeForm();
    expect(part(element, 'card').getAttribute('aria-label')).to.not.be.empty;
  });

  it('autofocus focuses the first control, unless something has the focus or the element is disabled', async () => {
    const place = async (attributes: string): Promise<AudioTranscribe> => {
      const { form } = await makeForm();
      form.innerHTML = `<audio-transcribe autofocus ${attributes}></audio-transcribe>`;
      const element = form.querySelector('audio-transcribe') as AudioTranscribe;
      await element.updateComplete;
      return element;
    };
    const first = await place('');
    expect(isFocused(first)).to.equal(true);
    expect(isFocused(await place(''))).to.equal(false);
    expect(isFocused(first)).to.equal(true);
    first.remove();
    const disabled = await place('disabled');
    expect(document.activeElement).to.not.equal(disabled);
  });
});

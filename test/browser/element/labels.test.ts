/** The accessible name of the element, and where its focus goes. */
import { aTimeout, expect, html } from '@open-wc/testing';
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
      <audio-transcribe id="interview" name="recording" no-storage></audio-transcribe>
    `);
    const label = form.querySelector('label') as HTMLLabelElement;
    expect([...element.labels]).to.deep.equal([label]);
    expect(part(element, 'card').getAttribute('aria-label')).to.equal('The interview');
    label.click();
    expect(isFocused(element)).to.equal(true);
    await expect(element).to.be.accessible();
  });

  it('label around the element: names it without the text inside, and a click inside focuses nothing', async () => {
    const { form, element } = await makeForm(html`
      <label>
        <span>The interview</span>
        <audio-transcribe name="recording" no-storage>It needs JavaScript.</audio-transcribe>
      </label>
    `);
    const label = form.querySelector('label') as HTMLLabelElement;
    expect([...element.labels]).to.deep.equal([label]);
    expect(part(element, 'card').getAttribute('aria-label')).to.equal('The interview');
    part(element, 'hint').click();
    expect(isFocused(element)).to.equal(false);
    await aTimeout(0);
    label.querySelector('span')?.click();
    expect(isFocused(element)).to.equal(true);
  });

  it('autofocus focuses the first control each time a dialog around the element opens', async () => {
    const { form, element } = await makeForm(html`
      <dialog>
        <button type="button">Close</button>
        <audio-transcribe no-storage></audio-transcribe>
      </dialog>
    `);
    element.autofocus = true;
    const dialog = form.querySelector('dialog') as HTMLDialogElement;
    for (const round of [1, 2]) {
      const toggled = new Promise((resolve) =>
        dialog.addEventListener('toggle', resolve, { once: true }),
      );
      dialog.showModal();
      await toggled;
      expect(isFocused(element), `round ${round}`).to.equal(true);
      const closed = new Promise((resolve) =>
        dialog.addEventListener('close', resolve, { once: true }),
      );
      dialog.close();
      await closed;
    }
  });

  it('autofocus in a dialog: an earlier element with autofocus keeps the focus', async () => {
    const { form, element } = await makeForm(html`
      <dialog>
        <button type="button">Close</button>
        <audio-transcribe no-storage></audio-transcribe>
      </dialog>
    `);
    element.autofocus = true;
    const dialog = form.querySelector('dialog') as HTMLDialogElement;
    const close = dialog.querySelector('button') as HTMLButtonElement;
    close.autofocus = true;
    const toggled = new Promise((resolve) => dialog.addEventListener('toggle', resolve));
    dialog.showModal();
    await toggled;
    expect(document.activeElement).to.equal(close);
    dialog.close();
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

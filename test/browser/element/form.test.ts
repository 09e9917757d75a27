/** The element as a form control: it supports the same features as HTML form controls. */
import { expect, html } from '@open-wc/testing';
import '../../../src/index.js';
import { TranscribeError, type AudioTranscribe, type PartnerBackend } from '../../../src/index.js';
import { part, until } from '../../support/element.js';
import { backendIn, chooseButton, makeForm } from '../../support/form.js';

const valueIn = (form: HTMLFormElement): FormDataEntryValue | null =>
  new FormData(form).get('recording');

const drop = (element: AudioTranscribe): void => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['no recording'], 'a.mp3'));
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
};

describe('disabled fieldset around the element', () => {
  const make = () =>
    makeForm(html`
      <fieldset>
        <audio-transcribe name="recording" no-storage></audio-transcribe>
      </fieldset>
    `);

  it('disables and re-enables the element, without changing its own property and attribute', async () => {
    const { form, element } = await make();
    const fieldset = form.querySelector('fieldset') as HTMLFieldSetElement;
    for (const round of [1, 2]) {
      fieldset.disabled = true;
      await element.updateComplete;
      expect(element.matches(':disabled'), `round ${round}`).to.equal(true);
      expect(element.willValidate).to.equal(false);
      expect(chooseButton(element).disabled).to.equal(true);
      expect(element.disabled).to.equal(false);
      expect(element.hasAttribute('disabled')).to.equal(false);
      drop(element);
      expect(element.state).to.equal('idle');
      fieldset.disabled = false;
      await element.updateComplete;
      expect(element.matches(':disabled'), `round ${round}`).to.equal(false);
      expect(element.willValidate).to.equal(true);
      expect(chooseButton(element).disabled).to.equal(false);
    }
    drop(element);
    await until(element, 'failed');
  });

  it('removes the value from the form data, and restores it', async () => {
    const { form, element } = await make();
    const fieldset = form.querySelector('fieldset') as HTMLFieldSetElement;
    element.backend = backendIn('SUCCESS');
    element.transcriptionId = 'task-1';
    await until(element, 'ready');
    expect(valueIn(form)).to.equal('task-1');
    fieldset.disabled = true;
    await element.updateComplete;
    expect(valueIn(form)).to.equal(null);
    expect(element.value).to.equal('task-1');
    fieldset.disabled = false;
    await element.updateComplete;
    expect(valueIn(form)).to.equal('task-1');
    expect(element.state).to.equal('ready');
  });

  it("does not override the element's own disabled, which can be removed at once", async () => {
    const { form, element } = await make();
    const fieldset = form.querySelector('fieldset') as HTMLFieldSetElement;
    element.disabled = true;
    fieldset.disabled = true;
    fieldset.disabled = false;
    await element.updateComplete;
    expect(chooseButton(element).disabled).to.equal(true);
    element.disabled = false;
    expect(element.matches(':disabled')).to.equal(false);
    element.selectFile(new File(['no recording'], 'a.mp3'));
    await until(element, 'failed');
  });
});

describe('selectFile() while disabled', () => {
  for (const how of ['element', 'fieldset'] as const) {
    it(`is rejected with an error that names the reason: by the ${how}`, async () => {
      const { form, element } = await makeForm(html`
        <fieldset ?disabled=${how === 'fieldset'}>
          <audio-transcribe no-storage ?disabled=${how === 'element'}></audio-transcribe>
        </fieldset>
      `);
      expect(form.querySelector('fieldset')?.disabled).to.equal(how === 'fieldset');
      let thrown: unknown;
      try {
        element.selectFile(new File(['x'], 'a.mp3'));
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(TranscribeError);
      expect((thrown as TranscribeError).code).to.equal('configuration');
      expect((thrown as TranscribeError).message).to.contain('disabled');
      await element.updateComplete;
      expect(element.state).to.equal('idle');
    });
  }
});

describe('form value', () => {
  it('is the transcription id while the task runs or is paused, and empty once it has failed', async () => {
    const { form, element } = await makeForm();
    const backend = backendIn('PENDING');
    expect(element.value).to.equal('');
    expect(form.elements.namedItem('recording')).to.equal(element);
    expect([element.type, element.form]).to.deep.equal(['audio-transcribe', form]);
    element.backend = backend;
    element.fileUrl = 'https://media.example.com/talk.mp3';
    await until(element, 'transcribing');
    expect([element.value, valueIn(form)]).to.deep.equal(['task-1', 'task-1']);
    element.pause();
    expect(element.state).to.equal('paused');
    expect([element.value, valueIn(form)]).to.deep.equal(['task-1', 'task-1']);
    backend.status = 'FAILURE';
    element.resume();
    await until(element, 'failed');
    expect([element.value, valueIn(form)]).to.deep.equal(['', null]);
  });

  it('of a transcription-id: is cleared if the task has failed, and kept if only a query has', async () => {
    const { form, element } = await makeForm();
    element.backend = backendIn('FAILURE');
    element.transcriptionId = 'task-1';
    await until(element, 'failed');
    expect(element.error?.code).to.equal('task-failed');
    expect([element.value, valueIn(form)]).to.deep.equal(['', null]);

    const failing = (code: 'network' | 'configuration'): PartnerBackend => ({
      ...backendIn('PENDING'),
      query: () => Promise.reject(new TranscribeError(code, 'No.')),
    });
    for (const [code, value] of [
      ['network', 'task-1'],
      ['configuration', ''],
    ] as const) {
      element.reset();
      element.backend = failing(code);
      element.transcriptionId = null;
      await element.updateComplete;
      element.transcriptionId = 'task-1';
      await until(element, 'failed');
      expect(element.error?.code).to.equal(code);
      expect(element.value).to.equal(value);
    }
  });

  it('is empty before submission', async () => {
    const { form, element } = await makeForm();
    element.backend = { ...backendIn('PENDING'), submit: () => new Promise(() => undefined) };
    element.fileUrl = 'https://media.example.com/talk.mp3';
    await until(element, 'submitting');
    expect([element.value, valueIn(form)]).to.deep.equal(['', null]);
  });

  it('is cleared on form reset, and the element is idle', async () => {
    const { form, element } = await makeForm();
    element.backend = backendIn('SUCCESS');
    element.transcriptionId = 'task-1';
    await until(element, 'ready');
    form.reset();
    expect(element.state).to.equal('idle');
    expect([element.value, valueIn(form)]).to.deep.equal(['', null]);
  });
});

describe('validity', () => {
  it('required: the property and the attribute take effect at once', async () => {
    const { form, element } = await makeForm();
    expect([element.checkValidity(), element.validity.valid]).to.deep.equal([true, true]);
    for (const set of [
      (required: boolean) => (element.required = required),
      (required: boolean) => element.toggleAttribute('required', required),
    ]) {
      set(true);
      expect(element.validity.valueMissing).to.equal(true);
      expect(element.matches(':invalid')).to.equal(true);
      expect(element.required && element.hasAttribute('required')).to.equal(true);
      expect(element.validationMessage).to.not.equal('');
      expect([element.checkValidity(), form.checkValidity()]).to.deep.equal([false, false]);
      set(false);
      expect(element.matches(':invalid')).to.equal(false);
      expect([element.checkValidity(), form.checkValidity()]).to.deep.equal([true, true]);
    }
  });

  it('checkValidity() and reportValidity() fire "invalid" on the element', async () => {
    const { element } = await makeForm();
    let fired = 0;
    element.addEventListener('invalid', (event) => (event.preventDefault(), (fired += 1)));
    element.required = true;
    expect([element.checkValidity(), element.reportValidity()]).to.deep.equal([false, false]);
    expect(fired).to.equal(2);
  });

  it('setCustomValidity() blocks the form until it is cleared, in addition to required', async () => {
    const { form, element } = await makeForm();
    element.setCustomValidity('Choose an interview.');
    expect(element.validity.customError).to.equal(true);
    expect(element.validity.valueMissing).to.equal(false);
    expect(element.validationMessage).to.equal('Choose an interview.');
    expect(form.checkValidity()).to.equal(false);
    element.required = true;
    expect(element.validationMessage).to.equal('Choose an interview.');
    element.setCustomValidity('');
    expect(element.validity.customError).to.equal(false);
    expect(element.validity.valueMissing).to.equal(true);
    element.required = false;
    expect(form.checkValidity()).to.equal(true);
  });

  it('a disabled element is not validated', async () => {
    const { form, element } = await makeForm();
    element.required = true;
    element.disabled = true;
    expect([element.willValidate, form.checkValidity()]).to.deep.equal([false, true]);
    element.disabled = false;
    expect([element.willValidate, form.checkValidity()]).to.deep.equal([true, false]);
  });
});

describe(':state(user-invalid)', () => {
  const isMarked = (element: AudioTranscribe): boolean => element.matches(':state(user-invalid)');
  const makeRequired = () =>
    makeForm(html`<audio-transcribe name="recording" required no-storage></audio-transcribe>`);

  it('begins when the form is submitted, and ends when the form is reset', async () => {
    const { form, element } = await makeRequired();
    expect(element.checkValidity()).to.equal(false);
    expect(isMarked(element)).to.equal(false);
    form.requestSubmit();
    expect(isMarked(element)).to.equal(true);
    const zone = part(element, 'drop-zone');
    for (const transition of zone.getAnimations()) transition.finish();
    expect(getComputedStyle(zone).borderTopColor).to.equal('rgb(179, 38, 30)');
    form.reset();
    expect(isMarked(element)).to.equal(false);
  });

  it('begins with reportValidity(), and ends when the element is valid', async () => {
    const { element } = await makeRequired();
    element.reportValidity();
    expect(isMarked(element)).to.equal(true);
    element.backend = backendIn('PENDING');
    element.fileUrl = 'https://media.example.com/talk.mp3';
    await until(element, 'transcribing');
    expect(isMarked(element)).to.equal(false);
  });
});

describe('state for styles', () => {
  it('the attribute exists except in the idle state; the custom state always exists', async () => {
    const { element } = await makeForm();
    expect(element.hasAttribute('state')).to.equal(false);
    expect(element.matches(':state(idle)')).to.equal(true);
    element.backend = backendIn('SUCCESS');
    element.transcriptionId = 'task-1';
    await until(element, 'ready');
    expect(element.getAttribute('state')).to.equal('ready');
    expect(element.matches(':state(ready)')).to.equal(true);
    expect(element.matches(':state(idle)')).to.equal(false);
    element.reset();
    expect(element.hasAttribute('state')).to.equal(false);
    expect(element.matches(':state(idle)')).to.equal(true);
    expect(element.matches(':state(ready)')).to.equal(false);
  });

  it('an attribute that was copied from another element is corrected', async () => {
    const { element } = await makeForm(html`<audio-transcribe state="ready"></audio-transcribe>`);
    expect(element.hasAttribute('state')).to.equal(false);
  });
});

/** What frameworks and libraries for forms do with the element. */
import { expect, html } from '@open-wc/testing';
import { createElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createApp, h, nextTick, ref } from 'vue';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, findControl, part, textIn, until } from '../../support/element.js';
import { backendIn, makeForm } from '../../support/form.js';

const fileUrl = 'https://media.example.com/talk.mp3';

const eventsOf = (target: EventTarget): string[] => {
  const heard: string[] = [];
  for (const type of ['input', 'change'])
    target.addEventListener(type, (event) => {
      heard.push(`${event.type} ${(event.target as AudioTranscribe).value}`);
    });
  return heard;
};

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const readyIn = async (
  content = html`<audio-transcribe name="recording" no-storage></audio-transcribe>`,
) => {
  const made = await makeForm(content);
  const backend = backendIn('SUCCESS');
  made.element.backend = backend;
  made.element.fileUrl = fileUrl;
  await until(made.element, 'ready');
  await settled();
  return { ...made, backend };
};

describe('input and change', () => {
  it('are fired once each when there is a value, and bubble to the form', async () => {
    const { form, element } = await makeForm();
    const heard = eventsOf(form);
    element.backend = backendIn('SUCCESS');
    element.fileUrl = fileUrl;
    await until(element, 'ready');
    await settled();
    expect(heard).to.deep.equal(['input task-1', 'change task-1']);
    element.reset();
    await settled();
    expect(heard.slice(2)).to.deep.equal(['input ', 'change ']);
  });

  it('are not fired by fields inside the element, nor when a file is chosen', async () => {
    const { form, element } = await readyIn();
    const heard = eventsOf(form);
    const fields = [...element.renderRoot.querySelectorAll('input')];
    expect(fields.map(({ type }) => type)).to.include('file');
    for (const field of fields)
      for (const type of ['input', 'change'])
        field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    await settled();
    expect(heard).to.deep.equal([]);
  });

  it('are not fired when a form is reset, as by other controls', async () => {
    const { form, element } = await readyIn();
    const heard = eventsOf(form);
    form.reset();
    await settled();
    expect([element.value, heard]).to.deep.equal(['', []]);
  });
});

describe('what a library sets', () => {
  it('value: nothing changes, and nothing is thrown', async () => {
    const { element } = await makeForm();
    for (const value of ['', 'task-9', null, undefined, 7, {}]) {
      Object.assign(element, { value });
      expect([element.value, element.state]).to.deep.equal(['', 'idle']);
    }
    const { element: ready } = await readyIn();
    for (const value of ['', 'task-9', null]) {
      Object.assign(ready, { value });
      expect([ready.value, ready.state]).to.deep.equal(['task-1', 'ready']);
    }
  });

  it('form: the id of a form, as the attribute', async () => {
    const { form, element } = await makeForm();
    const other = document.createElement('form');
    other.id = 'other';
    form.after(other);
    Object.assign(element, { form: 'other' });
    expect(element.form).to.equal(other);
    expect(element.getAttribute('form')).to.equal('other');
    Object.assign(element, { form: undefined });
    expect(element.form).to.equal(form);
    other.remove();
  });
});

describe('a reset', () => {
  it('by a script offers what was paid for, and continues it without another task', async () => {
    const { form, element, backend } = await readyIn();
    form.reset();
    await element.updateComplete;
    expect([element.state, element.value]).to.deep.equal(['idle', '']);
    expect(part(element, 'offer').textContent).to.contain('talk.mp3');
    // React does so after every action.
    form.reset();
    await element.updateComplete;
    control(element, 'Continue').click();
    await until(element, 'ready');
    expect([element.value, new FormData(form).get('recording')]).to.deep.equal([
      'task-1',
      'task-1',
    ]);
    expect(textIn(element)).to.contain('Hello.');
    expect(backend.submitted).to.equal(1);
  });

  it('by a script while a task runs keeps the task, which ends after it is continued', async () => {
    const { form, element } = await makeForm();
    const backend = backendIn('PENDING');
    element.backend = backend;
    element.fileUrl = fileUrl;
    await until(element, 'transcribing');
    form.reset();
    expect(element.state).to.equal('idle');
    await element.updateComplete;
    backend.status = 'SUCCESS';
    control(element, 'Continue').click();
    await until(element, 'ready');
    expect([element.value, backend.submitted]).to.deep.equal(['task-1', 1]);
  });

  it('by a script of an upload offers it, and the upload continues', async () => {
    const { form, element } = await makeForm();
    const file = new File([`RIFF${'\0'.repeat(400)}`], 'talk.wav');
    element.serviceUrl = 'https://service.example';
    // The upload waits for its token.
    let asked = 0;
    element.fetchToken = () => {
      asked += 1;
      return new Promise(() => undefined);
    };
    element.backend = backendIn('SUCCESS');
    element.manualStart = true;
    element.selectFile(file);
    await until(element, 'preparing', 'failed');
    form.reset();
    expect(element.state).to.equal('idle');
    await element.updateComplete;
    expect(part(element, 'offer').textContent).to.contain('talk.wav');
    expect(asked).to.be.below(2);
  });

  it('by a script after an error that cost nothing offers nothing', async () => {
    const { form, element } = await makeForm();
    element.selectFile(new File(['no recording'], 'a.mp3'));
    await until(element, 'failed');
    form.reset();
    await element.updateComplete;
    expect(element.state).to.equal('idle');
    expect(findControl(element, 'Continue')).to.equal(null);
  });

  for (const place of ['inside', 'outside'] as const)
    it(`by a reset button ${place} the form removes what was shown`, async () => {
      const { form, element } = await readyIn();
      form.id = 'of-buttons';
      const button = document.createElement('button');
      button.type = 'reset';
      if (place === 'outside') button.setAttribute('form', form.id);
      (place === 'inside' ? form : document.body).append(button);
      button.click();
      button.remove();
      await until(element, 'idle');
      await element.updateComplete;
      expect(element.value).to.equal('');
      expect(findControl(element, 'Continue')).to.equal(null);
    });

  it('by a script offers nothing to the next user', async () => {
    const { form, element } = await readyIn(
      html`<audio-transcribe name="recording" user-key="anna" no-storage></audio-transcribe>`,
    );
    form.reset();
    await element.updateComplete;
    expect(findControl(element, 'Continue')).to.not.equal(null);
    element.userKey = 'bo';
    await element.updateComplete;
    await element.updateComplete;
    expect(findControl(element, 'Continue')).to.equal(null);
  });

  it('offers nothing any more once it is discarded', async () => {
    const { form, element } = await readyIn();
    form.reset();
    await element.updateComplete;
    control(element, 'Discard').click();
    await element.updateComplete;
    expect(findControl(element, 'Continue')).to.equal(null);
    expect(element.state).to.equal('idle');
  });
});

describe('React 19', () => {
  it('shows the value in onChange, and a form action that resets the form loses nothing', async () => {
    const container = document.createElement('div');
    document.body.append(container);
    const root = createRoot(container);
    const backend = backendIn('SUCCESS');
    const sent: unknown[] = [];
    const App = () => {
      const [value, setValue] = useState('none');
      return createElement(
        'form',
        { action: (data: FormData) => void sent.push(data.get('recording')) },
        createElement('audio-transcribe', {
          ...{ name: 'recording', required: true, noStorage: true, value: '', form: undefined },
          ...{ backend, fileUrl },
          onChange: (event: { target: AudioTranscribe }) => setValue(event.target.value),
        }),
        createElement('output', {}, value),
      );
    };
    flushSync(() => root.render(createElement(App)));
    const element = container.querySelector('audio-transcribe') as AudioTranscribe;
    await until(element, 'ready');
    const output = container.querySelector('output');
    while (output?.textContent !== 'task-1') await settled();
    container.querySelector('form')?.requestSubmit();
    await until(element, 'idle');
    expect(sent).to.deep.equal(['task-1']);
    await element.updateComplete;
    control(element, 'Continue').click();
    await until(element, 'ready');
    expect(element.value).to.equal('task-1');
    root.unmount();
    container.remove();
  });
});

describe('Vue 3', () => {
  it('v-bind:value with @input, which v-model is for an element: the value is there', async () => {
    const container = document.createElement('div');
    document.body.append(container);
    const value = ref('');
    const app = createApp({
      render: () =>
        h('audio-transcribe', {
          ...{ noStorage: true, backend: backendIn('SUCCESS'), fileUrl, value: value.value },
          onInput: (event: InputEvent) => (value.value = (event.target as AudioTranscribe).value),
        }),
    });
    app.mount(container);
    const element = container.querySelector('audio-transcribe') as AudioTranscribe;
    while (value.value !== 'task-1') await settled();
    await nextTick();
    expect(element.value).to.equal('task-1');
    app.unmount();
    container.remove();
  });
});

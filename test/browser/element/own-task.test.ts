/** A page that sets the id of the element's own task, or removes it. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { sample, SERVICE, until } from '../../support/element.js';

const DATA = {
  text: 'Hello.',
  language: 'en',
  duration: 1,
  segments: [{ start_ms: 0, end_ms: 900, text: 'Hello.' }],
};

const withTask = async () => {
  const element = await fixture<AudioTranscribe>(
    html`<audio-transcribe no-storage></audio-transcribe>`,
  );
  const queried: string[] = [];
  Object.assign(element, SERVICE, {
    backend: {
      submit: () => Promise.resolve({ transcription_id: 'task-1', status: 'PENDING', data: {} }),
      query: (id: string) => {
        queried.push(id);
        return Promise.resolve({ transcription_id: id, status: 'SUCCESS', data: DATA });
      },
    },
  });
  return { element, queried };
};

describe('transcription-id', () => {
  it('of the own task changes nothing: the recording stays', async () => {
    const { element, queried } = await withTask();
    element.addEventListener('transcribe-ready', ({ transcriptionId }) => {
      element.transcriptionId = transcriptionId;
    });
    element.fileUrl = 'https://cdn.example/talk.mp3';
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    await element.updateComplete;
    await element.updateComplete;
    expect(queried).to.deep.equal(['task-1']);
    expect(element.renderRoot.querySelector('[part~="title"]')?.textContent.trim()).to.equal(
      'talk',
    );
  });

  it('that is removed leaves what the person has chosen since', async () => {
    const { element } = await withTask();
    element.transcriptionId = 'task-2';
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    element.manualStart = true;
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'preparing');
    element.transcriptionId = null;
    await element.updateComplete;
    expect(element.state).to.equal('preparing');
  });
});

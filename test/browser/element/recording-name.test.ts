/** The recording's name and the speakers' shown names, as a page sets and reads them. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { until } from '../../support/element.js';
import { data } from '../shown/shown-support.js';

const backend: NonNullable<AudioTranscribe['backend']> = {
  submit: () => Promise.reject(new Error('Nothing is submitted.')),
  query: (id) => Promise.resolve({ transcription_id: id, status: 'SUCCESS', data }),
};

const titleIn = ({ renderRoot }: AudioTranscribe): string | undefined =>
  renderRoot.querySelector('[part~="title"]')?.textContent.trim();

describe('the name of a recording', () => {
  it('that the page sets is in the heading, the label and the events, and may change', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe recording-name="Call 17" no-storage></audio-transcribe>
    `);
    const names: string[] = [];
    element.addEventListener('transcribe-ready', (event) => names.push(event.recordingName));
    element.addEventListener('transcribe-edit', (event) => names.push(event.recordingName));
    element.backend = backend;
    element.transcriptionId = 'task';
    await until(element, 'ready');
    expect(titleIn(element)).to.equal('Call 17');
    element.recordingName = 'Call 18';
    await element.updateComplete;
    expect(titleIn(element)).to.equal('Call 18');
    element.edit({ kind: 'rename-speaker', from: 'S1', to: 'Anna' });
    expect(names).to.deep.equal(['Call 17', 'Call 18']);
  });
});

describe('the speakers of a transcript', () => {
  it('have the names that are shown, in the language of the page', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe lang="de" no-storage></audio-transcribe>
    `);
    expect(element.speakers).to.deep.equal([]);
    element.backend = backend;
    element.transcriptionId = 'task';
    await until(element, 'ready');
    expect(element.speakers).to.deep.equal([
      { label: 'S1', name: 'Sprecher 1' },
      { label: 'S2', name: 'Sprecher 2' },
    ]);
    element.edit({ kind: 'rename-speaker', from: 'S1', to: 'Anna' });
    element.edit({ kind: 'assign-speaker', segments: [2], to: 'Eve' });
    expect(element.speakers).to.deep.equal([
      { label: 'S1', name: 'Anna' },
      { label: 'S2', name: 'Sprecher 2' },
      { label: null, name: 'Eve' },
    ]);
  });
});

/** Parts of the element that are downloaded when they are needed. A failed download can be tried again. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import { TranscribeError, type AudioTranscribe, type PartnerBackend } from '../../../src/index.js';
import type * as time from '../../../src/transcript/time.js';
import { onDemand } from '../../../src/ui/on-demand.js';
import type * as nested from '../../support/nested-module.js';
import {
  control,
  findControl,
  findPart,
  part,
  SERVICE,
  until,
  untilControl,
  untilPart,
} from '../../support/element.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';

/** The server refuses downloads whose path contains this. */
const refuse = (path: string): void => {
  document.cookie = `unavailable=${path}; path=/`;
};
const allowAll = (): void => {
  document.cookie = 'unavailable=; path=/; max-age=0';
};

const backend: PartnerBackend = {
  submit: () => Promise.reject(new Error('Nothing is submitted here.')),
  query: (id) =>
    Promise.resolve({
      transcription_id: id,
      status: 'SUCCESS',
      data: {
        text: 'Good morning.',
        duration: 2,
        segments: [{ speaker: 'S1', start_ms: 200, end_ms: 1_900, text: 'Good morning.' }],
      },
    }),
};

const show = async (): Promise<AudioTranscribe> => {
  const element = await fixture<AudioTranscribe>(
    html`<audio-transcribe no-storage .backend=${backend}></audio-transcribe>`,
  );
  element.transcriptionId = 'task-1';
  await until(element, 'ready');
  return element;
};

const untilSaid = async (element: AudioTranscribe, name: string, text: string): Promise<void> => {
  while (findPart(element, name)?.textContent.includes(text) !== true)
    await new Promise((resolve) => setTimeout(resolve));
};

describe('failed downloads', () => {
  afterEach(allowAll);

  // The order matters, because a page downloads each part once.
  it('work: says so, keeps the focus, and starts at the next attempt', async () => {
    refuse('/work');
    const element = await fixture<AudioTranscribe>(
      html`<audio-transcribe no-storage manual-start></audio-transcribe>`,
    );
    Object.assign(element, SERVICE);
    control(element, 'Choose a file').focus();
    element.selectFile(recordingFile(recordingBytes(2_048), 'talk.wav'));
    await until(element, 'failed');
    expect(element.error?.code).to.equal('network');
    const focused = () => element.shadowRoot?.activeElement;
    expect(focused()).to.equal(control(element, 'Try again'));
    allowAll();
    control(element, 'Try again').click();
    expect((await untilControl(element, 'Start')).matches(':focus')).to.equal(true);
  });

  it('reader: says so, and shows the transcript after a retry', async () => {
    refuse('whole-reader');
    const element = await show();
    const retry = await untilControl(element, 'Try again');
    expect(element.renderRoot.textContent).to.contain(
      'this page couldn’t load the part that shows it',
    );
    expect(findPart(element, 'reader')).to.equal(null);
    retry.click();
    await element.updateComplete;
    await untilControl(element, 'Try again');
    // The reader itself loads the editor.
    refuse('correction-tools');
    control(element, 'Try again').click();
    await untilPart(element, 'reader');
    expect(part(element, 'reader').textContent).to.contain('Good morning.');
    expect(findControl(element, 'Try again')).to.equal(null);
  });

  it('editor: says so, and opens it at the next attempt', async () => {
    refuse('correction-tools');
    const element = await show();
    await untilPart(element, 'reader');
    control(element, /^Rename/).click();
    await untilSaid(element, 'toast', 'This part couldn’t be loaded.');
    allowAll();
    control(element, /^Rename/).click();
    while (element.renderRoot.querySelector('dialog[open]') === null)
      await new Promise((resolve) => setTimeout(resolve));
  });

  it('exports: say so, and work at the next attempt', async () => {
    refuse('files');
    const element = await show();
    await untilPart(element, 'reader');
    control(element, 'Export').click();
    await untilSaid(element, 'error-message', 'The file couldn’t be created.');
    const failed = await element.exportTranscript('vtt').catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(TranscribeError).and.to.have.property('code', 'network');
    allowAll();
    expect(await (await element.exportTranscript('vtt')).text()).to.match(/^WEBVTT/);
  });
});

describe('onDemand', () => {
  const refusedAt = (path: string) => () =>
    Promise.reject<typeof nested>(
      new TypeError(
        `error loading dynamically imported module: ${new URL(path, location.href).href}`,
      ),
    );

  it('repeats a download that the browser does not repeat by itself', async () => {
    const load = onDemand('time', refusedAt('/test/support/nested-module.ts'));
    expect(await load().catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    const loaded = (await load()).time;
    expect(loaded.formatClock(61_000)).to.equal('1:01');
    expect((await load()).time, 'is downloaded once').to.equal(loaded);
  });

  it('finds the exports in an object, where some bundlers put them', async () => {
    const load = onDemand<typeof time>('formatClock', () =>
      Promise.reject(
        new TypeError(
          `Failed to fetch dynamically imported module: ${location.origin}/test/support/nested-module.ts`,
        ),
      ),
    );
    await load().catch(() => undefined);
    expect((await load()).formatClock(61_000)).to.equal('1:01');
  });

  it('uses no other URL if the page requires the hash of each file', async () => {
    const map = document.createElement('script');
    map.type = 'importmap';
    map.textContent = '{ "integrity": {} }';
    document.body.append(map);
    try {
      const load = onDemand('time', refusedAt('/test/support/nested-module.ts'));
      await load().catch(() => undefined);
      expect(await load().catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    } finally {
      map.remove();
    }
  });

  it('does not hide an error of the module itself', async () => {
    const load = onDemand('time', () => Promise.reject(new RangeError('broken')));
    await load().catch(() => undefined);
    expect(await load().catch((error: unknown) => error)).to.be.instanceOf(RangeError);
  });
});

/** What the element prints for the developers of a page. */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import type { StringOverrides } from '../../../src/index.js';
import { makeElement, readSettings, sample, until } from '../../support/element.js';
import { withFastClock } from '../../support/fast-clock.js';
import { closeTabs, openTab } from '../../support/tab.js';

const settings = await readSettings();

describe('the console', () => {
  withFastClock();

  let printed: string[] = [];
  const { error } = console;
  beforeEach(() => {
    printed = [];
    console.error = (...values: unknown[]) => printed.push(values.join(' '));
  });
  afterEach(async () => {
    console.error = error;
    await closeTabs();
  });

  it('says once what a wrong backend-url received, and which page describes it', async () => {
    const tab = await openTab(
      { ...settings, backendUrl: '/no-handler-here' },
      { markup: '<audio-transcribe></audio-transcribe><audio-transcribe></audio-transcribe>' },
    );
    (tab.window as Window & typeof globalThis).console.error = console.error;
    for (const element of tab.elements) {
      element.selectFile(await sample('voicemail.wav'));
      while (element.state !== 'failed') await tab.advance(1_000);
      expect(element.error?.code).to.equal('configuration');
    }
    expect(printed).to.have.length(1);
    expect(printed[0]).to.match(/^\[audio-transcribe\] /);
    expect(printed[0]).to.include('backend-url is "/no-handler-here"; backend');
    expect(printed[0]).to.include('status 404');
    expect(printed[0]).to.include('docs/backend.md#mount-it');
  });

  it('names a missing attribute', async () => {
    const element = await makeElement(settings);
    element.serviceUrl = null;
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'failed');
    expect(printed.join()).to.include('service-url is null');
  });

  it('names replaced texts that are misspelled or have the wrong type', async () => {
    const element = await makeElement(settings);
    element.strings = {
      drop: 'Drop it here',
      dropp: 'Drop it here',
      upTo: 'at most',
      reader: { play: 'Play', plai: 'Play' },
      failures: { 'file-empty': () => 'Empty.', 'file-emty': () => 'Empty.' },
    } as unknown as StringOverrides;
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'ready');
    expect(printed.map((line) => /(strings\.\S+ is [^,]+)/.exec(line)?.[1])).to.have.members([
      'strings.dropp is unknown',
      'strings.upTo is a string',
      'strings.failures.file-emty is unknown',
      'strings.reader.plai is unknown',
    ]);
  });

  it('is silent about a file that is refused', async () => {
    const element = await makeElement(settings);
    element.selectFile(new File([], 'talk.mp3'));
    await until(element, 'failed');
    expect(element.error?.code).to.equal('file-empty');
    expect(printed).to.deep.equal([]);
  });
});

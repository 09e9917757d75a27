/** Which language the element speaks, and how a page replaces texts. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import {
  defineLanguage,
  type AudioTranscribe,
  type Language,
  type PartnerBackend,
} from '../../../src/index.js';
import { control, findPart, part, SERVICE, until } from '../../support/element.js';
import { withLongLimits } from '../../support/fast-clock.js';

const data = {
  text: 'Good morning. Hello.',
  language: 'en',
  duration: 11,
  segments: [
    { speaker: 'S1', start_ms: 200, end_ms: 1_900, text: 'Good morning.' },
    { speaker: 'S2', start_ms: 2_000, end_ms: 2_900, text: 'Hello.' },
  ],
};

const backend: PartnerBackend = {
  submit: () => Promise.reject(new Error('Nothing is submitted here.')),
  query: (id) => Promise.resolve({ transcription_id: id, status: 'SUCCESS', data }),
};

const idle = async (
  lang: string | null,
): Promise<{ page: HTMLElement; element: AudioTranscribe }> => {
  const page = await fixture<HTMLElement>(
    html`<div><audio-transcribe no-storage></audio-transcribe></div>`,
  );
  const element = page.querySelector('audio-transcribe') as AudioTranscribe;
  await element.updateComplete;
  if (lang !== null) page.lang = lang;
  return { page, element };
};

const chooseText = (element: AudioTranscribe): string =>
  findPart(element, 'drop-zone')?.querySelector('button')?.textContent.trim() ?? '';

/** Resolves once the button for choosing a file has this text. */
const untilChoose = async (element: AudioTranscribe, text: string): Promise<void> => {
  while (chooseText(element) !== text) await new Promise(requestAnimationFrame);
};

const GERMAN = 'Datei auswählen';

describe('the language of the element', () => {
  withLongLimits();

  it('is English without a lang attribute, whatever the language of the browser', async () => {
    const { element } = await idle(null);
    expect(chooseText(element)).to.equal('Choose a file');
  });

  it('is the one of the nearest lang attribute, from the first drawing', async () => {
    const page = await fixture<HTMLElement>(html`
      <div lang="fr">
        <div lang="de-CH"><audio-transcribe no-storage max-size="2500000"></audio-transcribe></div>
      </div>
    `);
    const element = page.querySelector('audio-transcribe') as AudioTranscribe;
    const drawn: string[] = [];
    const observer = new MutationObserver(() => drawn.push(chooseText(element)));
    observer.observe(element.renderRoot, { childList: true, subtree: true });
    await element.updateComplete;
    await untilChoose(element, GERMAN);
    observer.disconnect();
    expect(drawn.filter((text) => text !== GERMAN)).to.deep.equal([]);
    expect(part(element, 'hint').textContent).to.contain('2.5 MB');
  });

  it('is the one of the page around a shadow root', async () => {
    const outer = await fixture<HTMLElement>(html`<div lang="de"><div data-host></div></div>`);
    const root = (outer.querySelector('[data-host]') as HTMLElement).attachShadow({ mode: 'open' });
    root.innerHTML = '<audio-transcribe no-storage></audio-transcribe>';
    const element = root.querySelector('audio-transcribe') as AudioTranscribe;
    await element.updateComplete;
    await untilChoose(element, GERMAN);
    outer.lang = 'en';
    await untilChoose(element, 'Choose a file');
  });

  it('changes with the attribute, in both directions', async () => {
    const { page, element } = await idle('de');
    await untilChoose(element, GERMAN);
    expect(part(element, 'card').getAttribute('aria-label')).to.not.equal('Transcribe a recording');
    page.lang = 'en';
    await untilChoose(element, 'Choose a file');
    page.lang = 'de';
    await untilChoose(element, GERMAN);
    page.removeAttribute('lang');
    await untilChoose(element, 'Choose a file');
  });

  it('is English, marked as English, if the page has a language that we do not have', async () => {
    const { element } = await idle('sv');
    element.maxSize = 2_500_000;
    await element.updateComplete;
    expect(chooseText(element)).to.equal('Choose a file');
    expect(part(element, 'hint').textContent).to.contain('up to 2.5 MB');
    expect(part(element, 'card').lang).to.equal('en');
    expect(part((await idle('en-GB')).element, 'card').lang).to.equal('');
    expect(part((await idle(null)).element, 'card').lang).to.equal('');
  });

  it('stays as it was if the language cannot be loaded', async () => {
    defineLanguage('kl', () => Promise.reject(new TypeError('offline')));
    const { page, element } = await idle('de');
    await untilChoose(element, GERMAN);
    page.lang = 'kl';
    await new Promise(requestAnimationFrame);
    await element.updateComplete;
    expect(chooseText(element)).to.equal(GERMAN);
  });

  it('is loaded again when the browser is back online', async () => {
    let downloads = 0;
    const greenlandic: Language = {
      element: () => ({ choose: 'Fili toqqaruk' }),
    };
    defineLanguage('kl-GL', () => {
      downloads += 1;
      return downloads === 1
        ? Promise.reject(new TypeError('offline'))
        : Promise.resolve({ default: greenlandic });
    });
    const { element } = await idle('kl-GL');
    do await new Promise(requestAnimationFrame);
    while (downloads === 0);
    expect(chooseText(element)).to.equal('Choose a file');
    dispatchEvent(new Event('online'));
    await untilChoose(element, 'Fili toqqaruk');
  });

  it('is added by the page', async () => {
    const language: Language = { element: () => ({ choose: 'Vel eina fílu' }) };
    defineLanguage('fo', () => Promise.resolve({ default: language }));
    const { element } = await idle('fo-FO');
    await untilChoose(element, 'Vel eina fílu');
  });

  it('is added by the page after the element', async () => {
    const language: Language = { element: () => ({ choose: 'Velja skrá' }) };
    const { element } = await idle('is');
    await element.updateComplete;
    expect(chooseText(element)).to.equal('Choose a file');
    defineLanguage('is', () => Promise.resolve({ default: language }));
    await untilChoose(element, 'Velja skrá');
  });

  it('words errors; the message of the event stays English', async () => {
    const { element } = await idle('de');
    await untilChoose(element, GERMAN);
    const failed = new Promise<string>((resolve) =>
      element.addEventListener('transcribe-error', ({ error }) => resolve(error.message), {
        once: true,
      }),
    );
    Object.assign(element, SERVICE);
    element.selectFile(new File(['%PDF-1.7 and more'], 'bericht.pdf'));
    expect(await failed).to.equal(
      '“bericht.pdf” is a document (PDF). Choose an MP3, M4A or WAV file.',
    );
    await until(element, 'failed');
    const { textContent } = part(element, 'error-message');
    expect(textContent).to.contain('bericht.pdf').and.to.contain('(PDF)');
    expect(textContent).to.not.contain('Choose');
  });

  it('words what a form requires', async () => {
    const form = await fixture<HTMLFormElement>(html`
      <form lang="de">
        <audio-transcribe name="recording" required no-storage></audio-transcribe>
      </form>
    `);
    const element = form.querySelector('audio-transcribe') as AudioTranscribe;
    await untilChoose(element, GERMAN);
    expect(element.validationMessage).to.match(/Aufnahme/);
  });
});

describe('texts that the page replaces', () => {
  it('are shown in place of ours, and undone with null', async () => {
    const { element } = await idle('en');
    element.strings = { choose: 'Pick the interview', upTo: (amount) => `max. ${amount}` };
    element.maxSize = 1_000_000;
    await element.updateComplete;
    expect(chooseText(element)).to.equal('Pick the interview');
    expect(part(element, 'hint').textContent).to.contain('max. 1 MB');
    element.strings = null;
    await element.updateComplete;
    expect(chooseText(element)).to.equal('Choose a file');
  });

  it('of the wrong type are ignored', async () => {
    const { element } = await idle('en');
    Object.assign(element, { strings: { choose: 7, upTo: 'up to', offer: null } });
    element.maxSize = 1_000_000;
    await element.updateComplete;
    expect(chooseText(element)).to.equal('Choose a file');
    expect(part(element, 'hint').textContent).to.contain('up to 1 MB');
  });

  it('include errors', async () => {
    const { element } = await idle('en');
    element.strings = { failures: { 'file-empty': ({ name }) => `${name} has nothing in it.` } };
    Object.assign(element, SERVICE);
    element.selectFile(new File([], 'empty.mp3'));
    await until(element, 'failed');
    expect(part(element, 'error-message').textContent).to.equal('empty.mp3 has nothing in it.');
  });
});

describe('the language of the reader', () => {
  const show = async (): Promise<{ page: HTMLElement; element: AudioTranscribe }> => {
    const page = await fixture<HTMLElement>(html`
      <div lang="en"><audio-transcribe .backend=${backend} no-storage></audio-transcribe></div>
    `);
    const element = page.querySelector('audio-transcribe') as AudioTranscribe;
    element.transcriptionId = 'language-test';
    await until(element, 'ready');
    return { page, element };
  };

  const untilOpen = async (element: AudioTranscribe, selector: string): Promise<Element> => {
    while (element.renderRoot.querySelector(selector) === null)
      await new Promise(requestAnimationFrame);
    return element.renderRoot.querySelector(selector) as Element;
  };

  const names = (element: AudioTranscribe): readonly string[] =>
    [...element.renderRoot.querySelectorAll('[part~="speaker-name"]')].map(({ textContent }) =>
      textContent.trim(),
    );

  it('changes with the attribute, and keeps the reader and its place', async () => {
    const { page, element } = await show();
    const scroller = element.renderRoot.querySelector('[role="article"]');
    expect(scroller?.getAttribute('aria-label')).to.equal('Transcript');
    expect(element.renderRoot.textContent).to.contain('Speaker 1');
    page.lang = 'de';
    while (scroller?.getAttribute('aria-label') !== 'Transkript')
      await new Promise(requestAnimationFrame);
    await element.updateComplete;
    expect(element.renderRoot.querySelector('[role="article"]')).to.equal(scroller);
    expect(names(element).join()).to.not.contain('Speaker 1');
    expect(element.renderRoot.textContent).to.not.contain('Speaker 1');
    expect(scroller.textContent).to.contain('Good morning.');
  });

  it('changes in an open dialog', async () => {
    const { page, element } = await show();
    control(element, 'Rename Speaker 1').click();
    const dialog = await untilOpen(element, 'dialog[open]');
    const field = dialog.querySelector('input') as HTMLInputElement;
    field.value = 'Mia';
    field.dispatchEvent(new Event('input'));
    page.lang = 'de';
    while (!dialog.textContent.includes('Speichern')) await new Promise(requestAnimationFrame);
    expect(dialog.querySelector('input')?.value).to.equal('Mia');
  });

  it('changes while a line is edited, and keeps what was typed', async () => {
    const { page, element } = await show();
    control(element, /^Options for 0:00/).click();
    control(element, 'Edit text').click();
    const field = (await untilOpen(element, 'textarea')) as HTMLTextAreaElement;
    field.value = 'Good evening.';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    page.lang = 'de';
    while (!element.renderRoot.textContent?.includes('Sprecher')) {
      await new Promise(requestAnimationFrame);
    }
    await element.updateComplete;
    const open = element.renderRoot.querySelector('textarea');
    expect(`${open?.value} ${element.renderRoot.textContent}`).to.contain('Good evening.');
  });

  it('leaves a line alone that is edited while the page adds another language', async () => {
    const { element } = await show();
    control(element, /^Options for 0:00/).click();
    control(element, 'Edit text').click();
    const field = (await untilOpen(element, 'textarea')) as HTMLTextAreaElement;
    field.value = 'Good evening.';
    const never = new Promise<never>(() => undefined);
    defineLanguage('mt', () => never);
    await element.updateComplete;
    expect(element.edits).to.deep.equal([]);
    expect(field.isConnected).to.equal(true);
  });

  it('is English where a language lacks a text', async () => {
    const language: Language = {
      reader: () => ({ numberedSpeaker: (number) => `Stëmm ${number}` }),
    };
    defineLanguage('lb', () => Promise.resolve({ default: language }));
    const { page, element } = await show();
    page.lang = 'lb';
    while (!element.renderRoot.textContent?.includes('Stëmm 1'))
      await new Promise(requestAnimationFrame);
    const scroller = element.renderRoot.querySelector('[role="article"]');
    expect(scroller?.getAttribute('aria-label')).to.equal('Transcript');
    expect(await (await element.exportTranscript('srt')).text()).to.contain('Stëmm 1: ');
    control(element, 'Rename Stëmm 1').click();
    await untilOpen(element, 'dialog[open]');
  });

  it('takes the texts of the page', async () => {
    const { element } = await show();
    element.strings = { reader: { numberedSpeaker: (number) => `Voice ${number}` } };
    await element.updateComplete;
    expect(element.renderRoot.textContent).to.contain('Voice 1').and.to.not.contain('Speaker 1');
    expect(await (await element.exportTranscript('txt')).text()).to.contain('Voice 1');
  });
});

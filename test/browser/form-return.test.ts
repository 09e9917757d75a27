/**
 * A page that the browser's history leads back to: the task of before is shown, and nothing is sent. A reload is no
 * such return in Chromium, which empties forms then.
 */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe } from '../../src/index.js';
import { sample, until } from '../support/element.js';
import { closeBackends, openBackend, type PrivateBackend } from '../support/private-backend.js';
import { freshScope } from '../support/tab.js';

const FORM = new URL('../support/form.html', import.meta.url).pathname;

interface FormPage {
  readonly element: AudioTranscribe;
  readonly value: () => FormDataEntryValue | null;
  /** Goes to another page and back, by the history of the browser. */
  readonly leaveAndReturn: () => Promise<void>;
}

let frame: HTMLIFrameElement;

const arrival = (): Promise<void> =>
  new Promise((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));

const open = async (attributes: Readonly<Record<string, string>>): Promise<FormPage> => {
  frame = document.createElement('iframe');
  frame.src = `${FORM}?${new URLSearchParams(attributes).toString()}`;
  const arrived = arrival();
  document.body.append(frame);
  await arrived;
  const page = (): Document => {
    if (frame.contentDocument === null) throw new Error('the page is gone');
    return frame.contentDocument;
  };
  return {
    get element() {
      const element = page().querySelector('audio-transcribe');
      if (element === null) throw new Error('the page has no element');
      return element;
    },
    value: () => new FormData(page().forms[0]).get('recording'),
    leaveAndReturn: async () => {
      const away = arrival();
      page().location.assign('/test/support/elsewhere.html');
      await away;
      const back = arrival();
      page().defaultView?.history.back();
      await back;
    },
  };
};

const attributesOf = ({ settings }: PrivateBackend) => ({
  name: 'recording',
  'service-url': settings.serviceUrl,
  'backend-url': settings.backendUrl,
  'resume-scope': freshScope(),
});

const finishTask = async (page: FormPage): Promise<string> => {
  page.element.selectFile(await sample('voicemail.wav'));
  await until(page.element, 'ready', 'failed');
  expect(page.element.error?.message).to.equal(undefined);
  return page.element.value;
};

/** Everything that was sent but queries of a task. */
const sent = async (backend: PrivateBackend): Promise<number> =>
  (await backend.log()).filter(({ method }) => method !== 'GET' && method !== 'OPTIONS').length;

describe('a form that is come back to', () => {
  afterEach(async () => {
    frame.remove();
    await closeBackends();
  });

  it('a finished task is shown, the form has its value, and nothing is sent', async () => {
    const backend = await openBackend();
    const page = await open(attributesOf(backend));
    const id = await finishTask(page);
    const { text } = page.element.transcript ?? {};
    const before = await sent(backend);
    await page.leaveAndReturn();
    await until(page.element, 'ready', 'failed');
    expect(page.element.transcript?.text).to.equal(text);
    expect(page.value()).to.equal(id);
    expect(await sent(backend)).to.equal(before);
    expect(await backend.tasks()).to.have.length(1);
    // A new recording can be chosen, as the page did not ask for this one.
    expect(page.element.renderRoot.querySelector('[part~="new-button"]')).to.not.equal(null);
  });

  it('a task that runs is polled to its end, and its stored work is resumed unasked', async () => {
    const backend = await openBackend({ faults: [{ name: 'black-hole', at: 'query' }] });
    const page = await open(attributesOf(backend));
    page.element.selectFile(await sample('voicemail.wav'));
    await until(page.element, 'transcribing');
    const id = page.element.value;
    expect(id).to.not.equal('');
    const before = await sent(backend);
    await backend.setFaults([]);
    await page.leaveAndReturn();
    await until(page.element, 'ready', 'failed');
    expect(page.value()).to.equal(id);
    expect(await sent(backend)).to.equal(before);
    // Its title was stored with the work: the task alone has none.
    expect(page.element.renderRoot.textContent).to.contain('voicemail.wav');
    page.element.reset();
    await page.element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(page.element.renderRoot.querySelector('[part~="offer"]')).to.equal(null);
  });

  it('no-resume: nothing is kept of it', async () => {
    const backend = await openBackend();
    const page = await open({ ...attributesOf(backend), 'no-resume': '' });
    await finishTask(page);
    const before = (await backend.log()).length;
    await page.leaveAndReturn();
    await page.element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(page.element.state).to.equal('idle');
    expect(page.value()).to.equal(null);
    expect((await backend.log()).length).to.equal(before);
  });
});

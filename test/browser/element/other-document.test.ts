/** The element is moved into the document of a frame, and back: it looks and works as before. */
import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/wait-until.js';
import type { AudioTranscribe } from '../../../src/index.js';
import '../../../src/index.js';
import { makeElement, readSettings, sample, until } from '../../support/element.js';
import { withFastClock } from '../../support/fast-clock.js';

const settings = await readSettings();

const openFrame = (): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 800px; height: 600px';
  document.body.append(frame);
  return frame;
};

const bodyOf = (frame: HTMLIFrameElement): HTMLElement => {
  const body = frame.contentDocument?.body;
  if (!body) throw new Error('the frame has no document');
  return body;
};

/** Where the same width is available: widths must not differ because of the page around the element. */
const moveTo = async (body: HTMLElement, element: AudioTranscribe): Promise<void> => {
  element.style.width = '700px';
  body.append(element);
  await element.updateComplete;
};

/** How each rendered element of the shadow tree looks, in words. */
const look = (element: AudioTranscribe): readonly string[] =>
  [...element.renderRoot.querySelectorAll<HTMLElement>('[part]')].map((one) => {
    const { display, position, padding, borderRadius, color } = getComputedStyle(one);
    return [one.getAttribute('part'), display, position, padding, borderRadius, color].join(' ');
  });

const find = <Found extends HTMLElement>(element: AudioTranscribe, selector: string): Found => {
  const found = element.renderRoot.querySelector<Found>(selector);
  if (found === null) throw new Error(`there is no ${selector}`);
  return found;
};

const readerText = (element: AudioTranscribe): string =>
  element.renderRoot.querySelector('[part~="reader"]')?.textContent ?? '';

const press = (target: HTMLElement, key: string): void =>
  void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));

describe('an element that is moved into the document of a frame', () => {
  withFastClock();

  let frame: HTMLIFrameElement;
  beforeEach(() => {
    frame = openFrame();
  });
  afterEach(() => frame.remove());

  it('looks the same there and back here', async () => {
    const element = await makeElement(settings);
    await moveTo(document.body, element);
    const before = look(element);
    expect(before.length).to.be.greaterThan(0);
    await moveTo(bodyOf(frame), element);
    expect(look(element)).to.deep.equal(before);
    await moveTo(document.body, element);
    expect(look(element)).to.deep.equal(before);
    element.remove();
  });

  it('looks the same if it is connected there first, and later moved here', async () => {
    const element = await makeElement(settings);
    await moveTo(document.body, element);
    const before = look(element);
    element.remove();
    const other = document.createElement('audio-transcribe');
    Object.assign(other, settings);
    await moveTo(bodyOf(frame), other);
    expect(look(other)).to.deep.equal(before);
    await moveTo(document.body, other);
    expect(look(other)).to.deep.equal(before);
    other.remove();
  });

  it('works there: uploads, shows the transcript with its styles, searches, and opens dialogs', async () => {
    const element = await makeElement(settings);
    await moveTo(bodyOf(frame), element);
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    await waitUntil(() => readerText(element).length > 300);

    press(find(element, '[part~="reader"]'), '/');
    await waitUntil(() => element.renderRoot.querySelector('[part~="search-field"]') !== null);
    const field = find<HTMLInputElement>(element, '[part~="search-field"]');
    field.value = 'e';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const marks = (): number => {
      const { highlights } = (frame.contentWindow as unknown as typeof globalThis).CSS;
      const painted = ['audio-transcribe-match', 'audio-transcribe-current'].map(
        (name) => highlights.get(name)?.size ?? 0,
      );
      return painted.reduce(
        (sum, size) => sum + size,
        element.renderRoot.querySelectorAll('mark').length,
      );
    };
    await waitUntil(() => marks() > 0, 'nothing is marked in the frame');
    press(field, 'Escape');

    press(find(element, '[part~="reader"]'), '?');
    await waitUntil(() => element.renderRoot.querySelector('dialog:modal') !== null);
    find<HTMLDialogElement>(element, 'dialog:modal').close();

    const there = look(element);
    await moveTo(document.body, element);
    await waitUntil(() => readerText(element).length > 300);
    expect(element.state).to.equal('ready');
    expect(look(element)).to.deep.equal(there);
    element.remove();
  });
});

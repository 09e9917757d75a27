/** The element takes a pasted recording only if no other part of the page is the paste target. */
import { expect, fixture, html } from '@open-wc/testing';
import { render, type TemplateResult } from 'lit';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, part, untilControl } from '../../support/element.js';

/** One second of silence: 8 kHz, 8 bits. */
const recording = (type = 'audio/wav'): File => {
  const bytes = new Uint8Array(44 + 8000);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF????WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  write(36, 'data');
  view.setUint32(40, 8000, true);
  return new File([bytes], 'copied.wav', { type });
};

const paste = (target: EventTarget, file: File | null = recording()): ClipboardEvent => {
  const clipboardData = new DataTransfer();
  if (file) clipboardData.items.add(file);
  else clipboardData.setData('text/plain', 'words');
  const event = new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true });
  // Firefox ignores files passed to the constructor.
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  target.dispatchEvent(event);
  return event;
};

const make = (): Promise<AudioTranscribe> =>
  fixture(html`
    <audio-transcribe no-storage manual-start service-url="/service" backend-url="/backend">
    </audio-transcribe>
  `);

describe('pasting a file', () => {
  it('is handled once if the focus is inside the element', async () => {
    const element = await make();
    let taken = 0;
    element.addEventListener('transcribe-state', () => taken++);
    const event = paste(control(element, 'Choose a file'));
    expect(event.defaultPrevented).to.equal(true);
    expect(element.state).to.equal('preparing');
    expect(taken).to.equal(1);
    await untilControl(element, 'Start');
    expect(part(element, 'title').textContent).to.contain('copied.wav');
  });

  it('of a recording does not reach what is around the element, such as react-dropzone; pasted text does', async () => {
    const element = await make();
    const around: string[] = [];
    const heard = ({ clipboardData }: Event & { clipboardData?: DataTransfer | null }): void =>
      void around.push(...(clipboardData?.types ?? []));
    element.parentElement?.addEventListener('paste', heard);
    expect(paste(control(element, 'Choose a file'), null).defaultPrevented).to.equal(false);
    expect(element.state).to.equal('idle');
    expect(around).to.deep.equal(['text/plain']);
    paste(control(element, 'Choose a file'));
    expect(around).to.deep.equal(['text/plain']);
    expect(element.state).to.equal('preparing');
  });

  it('is handled if nothing has the focus', async () => {
    const element = await make();
    expect(paste(document.body).defaultPrevented).to.equal(true);
    expect(element.state).to.equal('preparing');
  });

  it('is handled by only one of several elements', async () => {
    const elements = [await make(), await make()];
    paste(document.body);
    expect(elements.map(({ state }) => state)).to.have.members(['preparing', 'idle']);
  });

  for (const mode of ['open', 'closed'] as const)
    it(`into an element that takes none goes to no other, also in a shadow root that is ${mode}`, async () => {
      const other = await make();
      const host = await fixture<HTMLElement>(html`<div></div>`);
      const element = await make();
      host.attachShadow({ mode }).append(element);
      element.disabled = true;
      await element.updateComplete;
      expect(paste(element).defaultPrevented).to.equal(false);
      expect([other, element].map(({ state }) => state)).to.deep.equal(['idle', 'idle']);
    });

  it('is rejected like any other file unless it is a recording', async () => {
    const element = await make();
    const failed = new Promise((resolve) =>
      element.addEventListener('transcribe-error', resolve, { once: true }),
    );
    paste(element, new File(['%PDF-1.7'], 'talk.wav', { type: 'audio/wav' }));
    await failed;
    expect(element.error?.code).to.equal('unsupported-format');
  });

  const fields: readonly (readonly [string, () => Promise<HTMLElement>])[] = [
    ['an input', () => fixture(html`<input aria-label="name" />`)],
    ['a textarea', () => fixture(html`<textarea aria-label="words"></textarea>`)],
    ['an editable text', () => fixture(html`<div contenteditable="true"></div>`)],
    [
      'an input in a shadow root',
      async () => {
        const host = await fixture<HTMLElement>(html`<div></div>`);
        const input = document.createElement('input');
        host.attachShadow({ mode: 'open' }).append(input);
        return input;
      },
    ],
  ];
  for (const [what, makeField] of fields) {
    it(`into ${what} is ignored`, async () => {
      const element = await make();
      expect(paste(await makeField()).defaultPrevented).to.equal(false);
      expect(element.state).to.equal('idle');
    });
  }

  it('reports a picture if the element has the focus, and ignores it otherwise', async () => {
    const element = await make();
    const picture = (): File => recording('image/png');
    expect(paste(document.body, picture()).defaultPrevented).to.equal(false);
    expect(element.state).to.equal('idle');
    expect(paste(element, picture()).defaultPrevented).to.equal(true);
    expect(element.state).to.equal('preparing');
  });

  it('is ignored if the page has cancelled the event', async () => {
    const element = await make();
    const take = (event: Event): void => event.preventDefault();
    document.body.addEventListener('paste', take);
    paste(document.body);
    document.body.removeEventListener('paste', take);
    expect(element.state).to.equal('idle');
  });

  it('is ignored while the element is disabled, hidden, or removed', async () => {
    const disabled = await make();
    disabled.disabled = true;
    const hidden = await make();
    hidden.style.display = 'none';
    const gone = await make();
    gone.remove();
    expect(paste(document.body).defaultPrevented).to.equal(false);
    expect([disabled, hidden, gone].map(({ state }) => state)).to.deep.equal(Array(3).fill('idle'));
  });
});

describe('a pasted file is not for an element that is covered', () => {
  const covers = {
    'a modal dialog': () => {
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.showModal();
      return dialog;
    },
    'a dialog that says that it is modal': () =>
      cover(html`<div aria-modal="true" style="position: fixed; inset: 0 auto auto 0">Modal</div>`),
    'a plain overlay': () => cover(html`<div style="position: fixed; inset: 0"></div>`),
  };
  const cover = (content: TemplateResult): HTMLElement => {
    const place = document.createElement('div');
    render(content, place);
    document.body.append(place);
    return place;
  };

  for (const [name, show] of Object.entries(covers))
    it(`by ${name}`, async () => {
      const element = await make();
      await element.updateComplete;
      const over = show();
      expect(paste(document.body).defaultPrevented).to.equal(false);
      expect(element.state).to.equal('idle');
      over.remove();
      expect(paste(document.body).defaultPrevented).to.equal(true);
      expect(element.state).to.equal('preparing');
    });

  it('or inert, also by something around its shadow tree', async () => {
    const page = await fixture(html`<div inert><main></main></div>`);
    const inside = page.querySelector('main')?.attachShadow({ mode: 'open' });
    const element = document.createElement('audio-transcribe');
    element.setAttribute('no-storage', '');
    inside?.append(element);
    await element.updateComplete;
    expect(paste(document.body).defaultPrevented).to.equal(false);
    page.removeAttribute('inert');
    expect(paste(document.body).defaultPrevented).to.equal(true);
  });

  it('and is taken under a notice that covers some of it, in a modal, and out of view', async () => {
    for (const [style, around] of [
      ['', html`<div style="position: fixed; inset: 0 auto auto 0; block-size: 40px">Notice</div>`],
      ['margin-block: 200vh', html``],
    ] as const) {
      const element = await make();
      element.style.cssText = style;
      await element.updateComplete;
      const over = cover(around);
      expect(paste(document.body).defaultPrevented, style).to.equal(true);
      over.remove();
      element.remove();
    }
    const dialog = await fixture<HTMLDialogElement>(html`
      <dialog aria-modal="true"><audio-transcribe no-storage></audio-transcribe></dialog>
    `);
    dialog.showModal();
    await dialog.querySelector('audio-transcribe')?.updateComplete;
    expect(paste(dialog).defaultPrevented).to.equal(true);
  });
});

describe('a file that is dropped on the element', () => {
  const drag = (target: EventTarget, type: string): DragEvent => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(recording());
    const event = new DragEvent(type, { bubbles: true, composed: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
    target.dispatchEvent(event);
    return event;
  };
  const types = ['dragenter', 'dragover', 'dragleave', 'drop'];

  const heardWith = (element: AudioTranscribe): readonly string[] => {
    const heard: string[] = [];
    const hear = ({ type }: Event): void => void heard.push(type);
    for (const type of types) document.body.addEventListener(type, hear);
    for (const type of types) drag(element, type);
    for (const type of types) document.body.removeEventListener(type, hear);
    return heard;
  };

  it('is not dropped on the page around it, too', async () => {
    const element = await make();
    expect(heardWith(element)).to.deep.equal([]);
    expect(element.state).to.equal('preparing');
  });

  it('is the page’s if the element takes none, and does not open in place of the page', async () => {
    const element = await make();
    element.disabled = true;
    expect(heardWith(element)).to.deep.equal(types);
    expect(drag(element, 'drop').defaultPrevented).to.equal(true);
    expect(element.state).to.equal('idle');
  });
});

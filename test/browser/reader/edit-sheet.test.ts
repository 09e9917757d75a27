/** Editing on a narrow screen, in a sheet above the on-screen keyboard. */
import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../../support/wait-until.js';
import { LitElement } from 'lit';
import { controls } from '../../../src/ui/controls.styles.js';
import { tokens } from '../../../src/ui/tokens.js';
import { keepBeside } from '../../../src/reader/popover.js';
import { createCorrections } from '../../../src/reader/edit/correction-tools.js';
import { laterCode } from '../../../src/reader/later-parts.js';
import { readerStyles } from '../../../src/reader/reader-controller.js';
import { englishReaderStrings } from '../../support/strings.js';
import { createAudio } from '../../../src/reader/player/audio.js';
import {
  createReaderStore,
  DEFAULT_PREFERENCES,
  initialState,
  type ToastMessage,
} from '../../../src/reader/store.js';
import { edit, startHistory } from '../../../src/transcript/edits/edit-history.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { toTurns } from '../../../src/transcript/turns.js';
import { isInside, openFrame } from './menu-support.js';
import { press, talk } from './reader-support.js';
import type * as readerSupport from './reader-support.js';

/** The visible part of a page: a keyboard covers the rest. */
class StandIn extends EventTarget {
  offsetLeft = 0;
  offsetTop = 0;
  width = innerWidth;
  height = innerHeight;
  change(part: Partial<Pick<StandIn, 'offsetLeft' | 'offsetTop' | 'width' | 'height'>>): void {
    Object.assign(this, part);
    this.dispatchEvent(new Event('resize'));
  }
}

/** One row per line, and corrections whose view the test controls. */
class SheetHost extends LitElement {
  static override styles = [tokens, controls, ...readerStyles, ...laterCode.laterStyles];
  readonly visible = new StandIn();
  readonly toasts: ToastMessage[] = [];
  usesSheet = true;
  readonly store = createReaderStore(initialState(talk, '', DEFAULT_PREFERENCES));
  readonly #context = {
    store: this.store,
    strings: englishReaderStrings,
    announce: (): void => undefined,
    usesCharacterKeys: () => true,
  };
  readonly corrections = createCorrections({
    ...this.#context,
    loudness: () => null,
    rows: {
      focus: (index) =>
        this.row(index)?.querySelector<HTMLElement>('[part~="segment-time"]')?.focus(),
      paragraphOf: (index) => ({ first: index, end: index + 1 }),
      elementsOf: ({ first }) => [this.get<HTMLElement>(`[data-index="${first}"] p`)],
      bringIntoView: () => undefined,
    },
    audio: createAudio(this.#context, []),
    onEdit: (step) => {
      const { current: transcript, edits } = edit(startHistory(talk), step);
      this.store.dispatch({ type: 'corrected', transcript, original: talk, edits });
    },
    onDrafts: (drafts) => this.store.dispatch({ type: 'drafts', drafts }),
    onUndo: () => undefined,
    view: {
      usesSheet: () => this.usesSheet,
      visible: () => this.visible,
      keepBeside,
    },
  });

  constructor() {
    super();
    this.store.subscribe(({ toast }, before) => {
      if (toast !== null && toast !== before.toast) this.toasts.push(toast);
    });
  }

  get transcript(): Transcript {
    return this.store.getState().transcript;
  }

  row(index: number): HTMLElement | undefined {
    return this.find(`[data-index="${index}"]`) ?? undefined;
  }

  find<T extends HTMLElement>(selector: string): T | null {
    return this.renderRoot.querySelector<T>(selector);
  }

  get<T extends HTMLElement>(selector: string): T {
    const found = this.find<T>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }

  /** The button with this text in the open dialog. */
  button(text: string): HTMLElement {
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>('dialog[open] button')];
    const found = all.find(
      (button) =>
        button.innerText.trim().startsWith(text) &&
        (text !== 'Save' || !/^Save and/.test(button.innerText.trim())),
    );
    if (!found) throw new Error(`There is no button ${text}.`);
    return found;
  }

  get dialog(): HTMLDialogElement | null {
    return this.find('dialog[open]');
  }

  override render() {
    return html`
      <section class="reader">
        ${talk.segments.map(
          ({ text }, index) =>
            html`<div class="segment" data-index=${index}>
              <button type="button" part="segment-time">0:00</button>
              <p class="text">${text}</p>
            </div>`,
        )}
        ${this.corrections.element}
      </section>
    `;
  }
}
customElements.define('sheet-host', SheetHost);

const showSheet = (): Promise<SheetHost> => fixture(html`<sheet-host></sheet-host>`);

const openText = async (): Promise<SheetHost> => {
  const host = await showSheet();
  host.corrections.correctText(1);
  return host;
};

const openName = async (): Promise<SheetHost> => {
  const host = await showSheet();
  const [, turn] = toTurns(talk).turns;
  const anchor = host.row(2)?.querySelector<HTMLElement>('[part~="segment-time"]');
  if (!turn || !anchor) throw new Error('There is a second turn.');
  anchor.focus();
  host.corrections.changeSpeaker({ turn, segment: 2 }, anchor);
  return host;
};

const type = (host: SheetHost, selector: string, text: string): void => {
  const field = host.get<HTMLInputElement>(selector);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** A tap beside the open dialog hits its backdrop. */
const tapOutside = (host: SheetHost): void => {
  const dialog = host.dialog;
  for (const kind of ['pointerdown', 'pointerup'])
    dialog?.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
  dialog?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
};

const box = (element: Element): DOMRect => element.getBoundingClientRect();

/** The field of the dialog with the name of a speaker. */
const NAME = 'dialog[open] input:not([type])';

describe('choosing a speaker in the sheet of a text', () => {
  it('has room at 320 px, with long names and large text', async () => {
    const host = await openText();
    const from = talk.segments[0]?.speaker ?? '';
    const history = startHistory(talk);
    const { current: transcript, edits } = edit(history, {
      ...{ kind: 'rename-speaker', from, to: 'W'.repeat(60) },
    });
    host.store.dispatch({ type: 'corrected', transcript, original: talk, edits });
    host.visible.change({ width: 320, height: 640 });
    host.style.fontSize = '32px';
    host.button('Change speaker').click();
    const dialog = box(host.dialog ?? host);
    const names = [...host.renderRoot.querySelectorAll('dialog[open] [role="group"] button')];
    expect(names.length).to.be.above(1);
    for (const one of names) expect(box(one).right).to.be.at.most(dialog.right);
    expect(host.button('Save and next').checkVisibility()).to.equal(true);
    const hidden = [...host.renderRoot.querySelectorAll('dialog[open] button')].filter(
      (one) => !one.checkVisibility(),
    );
    expect(hidden.map((one) => one.textContent.trim())).to.include('Close and keep draftEsc');
    host.button('Cancel').click();
    expect(host.button('Close and keep draft').checkVisibility()).to.equal(true);
  });

  it('keeps the time on one line beside a long name', async () => {
    const host = await openText();
    host.visible.change({ width: 320, height: 640 });
    const [name, clock] = host.renderRoot.querySelectorAll('dialog[open] form > p bdi');
    if (!name || !clock) throw new Error('There is no heading.');
    const { width } = box(clock);
    name.textContent = 'W'.repeat(60);
    expect(box(clock).width).to.equal(width);
  });
});

const editors = [
  {
    name: 'the text of a paragraph',
    open: openText,
    field: 'textarea',
    changed: 'Shall we start?',
    leave: 'Close and keep draft',
    saveKey: 's',
    said: ['Draft kept'],
  },
  {
    name: 'a speaker',
    open: openName,
    field: NAME,
    changed: 'Robert',
    leave: 'Cancel',
    saveKey: 'Enter',
    said: [],
  },
] as const;

for (const { name, open, field, changed, leave, saveKey, said } of editors) {
  describe(`editing ${name} in a sheet`, () => {
    it('is at the bottom of the visible part, named, with the focus in its field', async () => {
      const host = await open();
      host.visible.change({ width: 390, height: 500 });
      const dialog = box(host.dialog ?? host);
      expect(dialog.bottom).to.be.closeTo(500, 0.5);
      expect([dialog.left, dialog.width]).to.deep.equal([0, 390]);
      expect(host.shadowRoot?.activeElement).to.equal(host.get(field));
      await expect(host).to.be.accessible();
    });

    it('keeps its field and Save above the on-screen keyboard', async () => {
      const host = await open();
      for (const part of [
        { width: 390, height: 330 },
        // The browser has scrolled the page up to the field.
        { width: 390, height: 330, offsetTop: 120 },
        // A phone held sideways.
        { width: 640, height: 150, offsetTop: 0 },
        // 400 % zoom, without a keyboard.
        { width: 320, height: 256 },
      ]) {
        host.visible.change(part);
        const top = host.visible.offsetTop;
        for (const element of [host.get(field), host.button('Save')]) {
          const { top: from, bottom: to } = box(element);
          const { height } = host.visible;
          expect(from, JSON.stringify(part)).to.be.at.least(top);
          // Of a long text, at least the first line.
          expect(element.matches('textarea') ? Math.min(to, from + 40) : to).to.be.at.most(
            top + height + 0.5,
          );
        }
        expect(box(host.button('Save')).top).to.be.at.least(box(host.get(field)).top + 40);
      }
    });

    it('follows a visible part that is zoomed and moved', async () => {
      const host = await open();
      host.visible.change({ width: 200, height: 300, offsetLeft: 70, offsetTop: 40 });
      const { left, width, bottom } = box(host.dialog ?? host);
      expect([left, width]).to.deep.equal([70, 200]);
      expect(bottom).to.be.closeTo(340, 0.5);
    });

    it('closes on a tap outside, unless something has changed', async () => {
      const host = await open();
      type(host, field, changed);
      tapOutside(host);
      expect(host.get<HTMLInputElement>(field).value).to.equal(changed);
      expect(host.dialog).to.not.equal(null);
      host.button(leave).click();
      expect(host.dialog).to.equal(null);
      const other = await open();
      tapOutside(other);
      expect(other.dialog).to.equal(null);
    });

    it('does not close when a selection of text ends outside', async () => {
      const host = await open();
      host.get(field).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      host.dialog?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      expect(host.dialog).to.not.equal(null);
    });

    it('saves nothing on Escape and returns the focus', async () => {
      const host = await open();
      type(host, field, changed);
      press(host.get(field), 'Escape');
      // The browser's own event for Escape, and for going back on Android.
      host.dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
      expect(host.dialog).to.equal(null);
      expect(host.transcript).to.equal(talk);
      expect(host.toasts.map(({ text }) => text)).to.deep.equal(said);
      expect(host.shadowRoot?.activeElement?.part.value).to.equal('segment-time');
    });

    for (const modifier of ['ctrlKey', 'metaKey'] as const) {
      it(`saves with ${modifier} and ${saveKey}, then offers Undo`, async () => {
        const host = await open();
        type(host, field, changed);
        press(host.get(field), saveKey, { [modifier]: true });
        await waitUntil(() => host.dialog === null);
        expect(JSON.stringify(host.transcript.segments)).to.contain(changed);
        expect(host.toasts).to.have.length(1);
        expect(host.toasts[0]?.undo).to.be.a('function');
        expect(host.shadowRoot?.activeElement?.part.value).to.equal('segment-time');
      });
    }
  });
}

describe('editing a speaker in a sheet', () => {
  it('says a problem next to the field, and keeps what was typed', async () => {
    const host = await openName();
    type(host, NAME, '   ');
    host.button('Save').click();
    const [described = ''] = host.get(NAME).getAttribute('aria-describedby')?.split(' ') ?? [];
    const problem = host.get(`#${described}`);
    expect(problem.role ?? problem.getAttribute('role')).to.equal('alert');
    expect(problem.textContent).to.match(/empty|name/i);
    expect(host.get(NAME).getAttribute('aria-invalid')).to.equal('true');
    expect(host.get<HTMLInputElement>(NAME).value).to.equal('   ');
    expect(host.shadowRoot?.activeElement).to.equal(host.get(NAME));
    await expect(host).to.be.accessible();
  });
});

describe('editing on a wide screen', () => {
  it('names speakers beside the button', async () => {
    const host = await showSheet();
    host.usesSheet = false;
    const [first] = toTurns(talk).turns;
    const anchor = host.row(0)?.querySelector<HTMLElement>('[part~="segment-time"]');
    if (!first || !anchor) throw new Error('There is a turn.');
    host.corrections.changeSpeaker({ turn: first, segment: null }, anchor);
    expect(host.dialog?.classList.contains('sheet')).to.equal(false);
    expect(box(host.dialog ?? host).top - box(anchor).bottom).to.be.closeTo(6, 0.5);
    const [dialog, button] = [box(host.dialog ?? host), box(anchor)];
    expect(
      Math.min(Math.abs(dialog.left - button.left), Math.abs(dialog.right - button.right)),
    ).to.be.at.most(0.5);
  });
});

describe('the place of editing in a real page', () => {
  for (const dir of ['ltr', 'rtl'] as const) {
    for (const [width, height, isSheet] of [
      [320, 640, true],
      [320, 256, true],
      [768, 700, false],
    ] as const) {
      it(`is ${isSheet ? 'a sheet' : 'the row'} at ${width} by ${height} pixels, ${dir}, in the view`, async () => {
        const frame = await openFrame<typeof readerSupport>('reader-support', {
          width,
          height,
          dir,
        });
        const { support, document: page, window: view } = frame;
        try {
          const long = 'Maximiliane von Hohenstein-Wartenberg zu Unterlindenstadt-'.repeat(2);
          const transcript = support.normaliseTranscript({
            segments: [
              { speaker: long, start_ms: 0, end_ms: 900, text: 'Good morning.' },
              { speaker: 'Bob', start_ms: 1_000, end_ms: 1_900, text: 'Hello.' },
            ],
          });
          const host = await support.showEditable(transcript);
          host.one('button[aria-label^="Options for"]').click();
          host.one('[data-item="correct"]').click();
          const editor = host.one('textarea');
          expect(editor.closest('dialog') !== null).to.equal(isSheet);
          if (isSheet) {
            expect(isInside(host.one('dialog[open]'), view)).to.equal(true);
            expect(isInside(host.one('textarea'), view)).to.equal(true);
          }
          press(host.one('textarea'), 'Escape');
          host.all('[part~="speaker-name"]')[1]?.click();
          const dialog = host.popup('Rename');
          expect(dialog.classList.contains('sheet')).to.equal(isSheet);
          const { height: chips } = box(host.group('Other speakers'));
          expect(chips, 'names are not squeezed').to.be.at.least(36);
          host.group('Other speakers').querySelector('button')?.click();
          // The sentence about the merge makes the dialog higher. It moves in a later frame.
          await waitUntil(() => isInside(dialog, view), 'the dialog is in the view');
          expect(isInside(host.field('Name'), view), 'the field').to.equal(true);
          expect(isInside(host.one('dialog[open] [type="submit"]'), view), 'Save').to.equal(true);
          expect(dialog.scrollWidth).to.equal(dialog.clientWidth);
          expect(page.documentElement.scrollWidth).to.be.at.most(width);
        } finally {
          frame.close();
        }
      });
    }
  }
});

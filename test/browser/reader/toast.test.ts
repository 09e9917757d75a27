import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../../support/wait-until.js';
import { LitElement } from 'lit';
import { controls } from '../../../src/ui/controls.styles.js';
import { tokens } from '../../../src/ui/tokens.js';
import { readerStyles } from '../../../src/reader/reader-controller.js';
import { englishReaderStrings } from '../../support/strings.js';
import {
  createReaderStore,
  DEFAULT_PREFERENCES,
  initialState,
  type ToastMessage,
} from '../../../src/reader/store.js';
import { createToasts } from '../../../src/reader/toast.js';
import { openFrame } from './menu-support.js';
import { press, showEditable, talk, until, type ReaderHost } from './reader-support.js';
import type * as readerSupport from './reader-support.js';
import { clockedPlayback } from './clocked-playback.js';

class ToastHost extends LitElement {
  static override styles = [tokens, controls, ...readerStyles];
  readonly clock = clockedPlayback(0);
  readonly said: string[] = [];
  undone = 0;
  readonly store = createReaderStore(initialState(talk, '', DEFAULT_PREFERENCES));
  readonly toasts = createToasts(
    {
      store: this.store,
      strings: englishReaderStrings,
      announce: (sentence) => this.said.push(sentence),
      usesCharacterKeys: () => true,
    },
    this.clock.timers,
  );

  constructor() {
    super();
    this.store.subscribe(() => {
      this.requestUpdate();
      this.performUpdate();
    });
  }

  override render() {
    return html`
      <section class="reader">
        <button type="button" class="button elsewhere">Elsewhere</button>
        ${this.toasts.render(this.store.getState().toast)}
      </section>
    `;
  }

  find<T extends HTMLElement>(selector: string): T | null {
    return this.renderRoot.querySelector<T>(selector);
  }

  get text(): string | null {
    return this.find('[part~="toast"] bdi')?.textContent ?? null;
  }

  get undoButton(): HTMLElement {
    const button = this.find('[part~="toast"] button');
    if (!button) throw new Error('There is no Undo button.');
    return button;
  }

  get elsewhere(): HTMLElement {
    return this.find<HTMLElement>('.elsewhere') ?? this;
  }

  show(toast: ToastMessage): void {
    this.store.dispatch({ type: 'toast', toast });
  }

  readonly undo = (): void => {
    this.undone += 1;
  };
}
customElements.define('toast-host', ToastHost);

const showToasts = (): Promise<ToastHost> => fixture(html`<toast-host></toast-host>`);

/** A toast whose button has the focus, which was elsewhere before. */
const showFocused = async (): Promise<ToastHost> => {
  const host = await showToasts();
  host.elsewhere.focus();
  host.show({ text: 'Text saved', undo: host.undo });
  host.undoButton.focus();
  return host;
};

const point = (host: ToastHost, type: 'pointerenter' | 'pointerleave'): void => {
  host.find('[part~="toast"]')?.dispatchEvent(new PointerEvent(type));
};

describe('a toast', () => {
  it('is announced once, and disappears after four seconds', async () => {
    const host = await showToasts();
    host.show({ text: 'Link copied' });
    expect(host.text).to.equal('Link copied');
    expect(host.said).to.deep.equal(['Link copied']);
    expect(host.find('[role="status"], [role="alert"], [aria-live]')).to.equal(null);
    await expect(host).to.be.accessible();
    host.clock.elapse(3_999);
    expect(host.text).to.equal('Link copied');
    host.clock.elapse(1);
    expect(host.text).to.equal(null);
    expect(host.said).to.have.length(1);
  });

  it('does not move the focus', async () => {
    const host = await showToasts();
    host.elsewhere.focus();
    host.show({ text: 'Text saved', undo: host.undo });
    expect(host.shadowRoot?.activeElement).to.equal(host.elsewhere);
    host.clock.elapse(4_000);
    expect(host.shadowRoot?.activeElement).to.equal(host.elsewhere);
  });

  it('replaces the last one, for four seconds of its own', async () => {
    const host = await showToasts();
    host.show({ text: 'One' });
    host.clock.elapse(3_000);
    host.show({ text: 'Two' });
    expect(host.text).to.equal('Two');
    expect(host.renderRoot.querySelectorAll('[part~="toast"]')).to.have.length(1);
    host.clock.elapse(3_000);
    expect(host.text).to.equal('Two');
    host.clock.elapse(1_000);
    expect(host.text).to.equal(null);
  });

  it('stays while the pointer is over it', async () => {
    const host = await showToasts();
    host.show({ text: 'Copied' });
    host.clock.elapse(3_900);
    point(host, 'pointerenter');
    expect(host.clock.isWaiting()).to.equal(false);
    point(host, 'pointerleave');
    host.clock.elapse(3_999);
    expect(host.text).to.equal('Copied');
    host.clock.elapse(1);
    expect(host.text).to.equal(null);
  });

  it('stays while its button has the focus', async () => {
    const host = await showToasts();
    host.show({ text: 'Text saved', undo: host.undo });
    host.undoButton.focus();
    expect(host.clock.isWaiting()).to.equal(false);
    point(host, 'pointerenter');
    point(host, 'pointerleave');
    expect(host.clock.isWaiting(), 'the focus is still inside').to.equal(false);
    host.elsewhere.focus();
    host.clock.elapse(4_000);
    expect(host.text).to.equal(null);
  });

  it('undoes once, closes, and returns the focus to where it was', async () => {
    const host = await showFocused();
    host.undoButton.click();
    expect(host.undone).to.equal(1);
    expect(host.text).to.equal(null);
    expect(host.shadowRoot?.activeElement).to.equal(host.elsewhere);
    expect(host.clock.isWaiting()).to.equal(false);
  });

  it('closes on Escape, and returns the focus', async () => {
    const host = await showFocused();
    press(host.undoButton, 'Escape');
    expect(host.text).to.equal(null);
    expect(host.undone).to.equal(0);
    expect(host.shadowRoot?.activeElement).to.equal(host.elsewhere);
  });

  it('returns the focus if another one without a button replaces it', async () => {
    const host = await showFocused();
    host.show({ text: 'Link copied' });
    expect(host.text).to.equal('Link copied');
    expect(host.shadowRoot?.activeElement).to.equal(host.elsewhere);
    host.clock.elapse(4_000);
    expect(host.text).to.equal(null);
  });
});

const correctFirstLine = (host: ReaderHost): void => {
  host.one('button[aria-label^="Options for"]').click();
  host.one('[data-item="correct"]').click();
  host.one<HTMLTextAreaElement>('textarea').value = 'Good evening.';
  press(host.one('textarea'), 'Enter');
};

describe('toasts in the reader', () => {
  it('tell that a link was copied, or not', async () => {
    const host = await showEditable();
    let refuse = false;
    const writeText = (): Promise<void> =>
      refuse ? Promise.reject(new Error('refused')) : Promise.resolve();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    try {
      const copy = async (): Promise<string> => {
        const before = host.said.length;
        host.one('button[aria-label^="Options for"]').click();
        host.one('[data-item="link"]').click();
        await until(() => host.said.length > before);
        return host.byPart('toast').textContent.trim();
      };
      expect(await copy()).to.equal('Link copied');
      refuse = true;
      expect(await copy()).to.equal('Your browser didn’t allow copying the link.');
      expect(host.said).to.have.length(2);
    } finally {
      Reflect.deleteProperty(navigator, 'clipboard');
    }
  });

  it('offer no Undo once the transcript has changed in another way', async () => {
    const host = await showEditable();
    correctFirstLine(host);
    await host.updateComplete;
    expect(host.byPart('toast').textContent).to.contain('Undo');
    // The page itself has corrected the transcript.
    host.change({ transcript: { ...talk }, edits: [] });
    await host.updateComplete;
    expect(host.allByPart('toast')).to.have.length(0);
  });

  it('tell what the Undo button of the reader has done', async () => {
    const host = await showEditable();
    correctFirstLine(host);
    await host.updateComplete;
    host.control('Undo').click();
    await host.updateComplete;
    expect(host.byPart('toast').textContent.trim()).to.equal('Correction undone');
    expect(host.all('[part~="toast"] button')).to.have.length(0);
  });

  it('offer no Undo once the transcript is read-only', async () => {
    const host = await showEditable();
    correctFirstLine(host);
    host.change({ editing: null });
    expect(host.allByPart('toast')).to.have.length(0);
  });

  for (const dir of ['ltr', 'rtl'] as const) {
    it(`are at the bottom of the visible part, ${dir}, without widening the page at 320 pixels`, async () => {
      const frame = await openFrame<typeof readerSupport>('reader-support', {
        width: 320,
        height: 400,
        dir,
      });
      const { support, document: page, window: view } = frame;
      try {
        const host = await support.showEditable();
        host.style.setProperty('--at-transcript-height', 'none');
        host.all('[part~="speaker-name"]')[0]?.click();
        const field = host.field('Name');
        field.value = 'Maximiliane von Hohenstein-Wartenberg zu Unterlindenstadt';
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.form?.requestSubmit();
        await waitUntil(() => host.allByPart('toast').length > 0);
        const toast = host.byPart('toast');
        expect(toast.textContent).to.contain('Anna is now Maximiliane von Hoh…rlindenstadt');
        const reader = host.byPart('reader').getBoundingClientRect();
        expect(reader.bottom, 'the reader is longer than the view').to.be.greaterThan(400);
        const box = toast.getBoundingClientRect();
        expect(box.bottom).to.be.within(360, 400);
        expect(box.left).to.be.at.least(reader.left);
        expect(box.right).to.be.at.most(reader.right);
        expect(page.documentElement.scrollWidth).to.be.at.most(320);
        expect(view.innerWidth).to.equal(320);
      } finally {
        frame.close();
      }
    });
  }
});

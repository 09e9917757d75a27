/** What opened a menu, a dialog or a panel has the focus again when it closes, however it closes. With real keys and clicks. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { itemOfMore, press, showEditable, until, wave, type ReaderHost } from './reader-support.js';

const focused = (host: ReaderHost): Element | null => host.shadowRoot?.activeElement ?? null;

/** Tests compare names: a comparison of elements that fails describes the whole page. */
const nameOf = (element: Element | null): string | undefined =>
  element?.ariaLabel ?? element?.textContent.trim();

interface Surface {
  /** Opens it, and returns what has opened it. */
  readonly open: (host: ReaderHost) => HTMLElement;
  readonly isOpen: (host: ReaderHost) => boolean;
  /** Presses its own button; absent if only its opener closes it. */
  readonly close?: (host: ReaderHost) => void;
  /** A click outside does not close a panel. */
  readonly isPanel?: boolean;
}

const popup =
  (name: string): Surface['isOpen'] =>
  (host) =>
    host.popup(name).matches(':popover-open, dialog[open]');

const click = (button: HTMLElement): HTMLElement => {
  button.focus();
  button.click();
  return button;
};

const closeOf = (host: ReaderHost): void => host.control('Close').click();
const cancelOf = (host: ReaderHost): void => host.control('Cancel').click();

const openReplacing = (host: ReaderHost): HTMLElement => {
  const button = host.control('Replace');
  if (!replaceField(host)) click(button);
  return button;
};

const replaceField = (host: ReaderHost): Element | undefined =>
  host.all('[aria-label="Replace with"]')[0];

const SURFACES: Readonly<Record<string, Surface>> = {
  'the menu “More”': { open: (host) => click(host.control('More')), isOpen: popup('More') },
  'the menu of a line': {
    open(host) {
      host.focusLine(1);
      return click(host.control(/^Options for/));
    },
    isOpen: popup('Options for'),
  },
  'the export dialog': { open: (host) => click(host.control('Export')), isOpen: popup('Export') },
  'the list of keys, from the menu': {
    open(host) {
      itemOfMore(host, 'Keyboard shortcuts').click();
      return host.control('More');
    },
    isOpen: popup('Keyboard shortcuts'),
    close: closeOf,
  },
  'the list of keys, by its key': {
    open(host) {
      const button = host.byPart('play-button');
      button.focus();
      press(button, '?', { shiftKey: true });
      return button;
    },
    isOpen: popup('Keyboard shortcuts'),
    close: closeOf,
  },
  'the dialog of a speaker': {
    open: (host) => click(host.control('Rename Anna')),
    isOpen: popup('Rename Anna'),
    close: cancelOf,
  },
  'the search': {
    open: (host) => click(host.control('Search the transcript')),
    isOpen: (host) => host.searchBar !== null,
    close: (host) => host.control('Close search').click(),
    isPanel: true,
  },
  'the speaker of a line': {
    open(host) {
      host.focusLine(1);
      const button = click(host.control(/^Options for/));
      host.one('[data-item="speaker"]').click();
      return button;
    },
    isOpen: (host) => host.all('dialog[open] input').length > 0,
    close: cancelOf,
  },
  'the text of a paragraph': {
    open(host) {
      const line = host.focusLine(1);
      press(line, 'e');
      return line;
    },
    isOpen: (host) => host.all('textarea').length > 0,
    close: (host) => host.control(/^Cancel|^Close/).click(),
    isPanel: true,
  },
  'the panel that replaces': {
    open: openReplacing,
    isOpen: (host) => replaceField(host) !== undefined,
    close: (host) => host.control('Replace').click(),
    isPanel: true,
  },
};

const show = async (name: string): Promise<ReaderHost> => {
  const host = await showEditable(undefined, wave(6));
  await until(() => host.audio.readyState > 0);
  if (name === 'the panel that replaces') {
    click(host.control('Search the transcript'));
    await until(() => host.searchBar?.contains(focused(host)) === true);
  }
  return host;
};

const openOf = async (host: ReaderHost, { open, isOpen }: Surface): Promise<HTMLElement> => {
  const opener = open(host);
  await until(() => isOpen(host) && focused(host) !== opener && focused(host) !== null);
  return opener;
};

/** At the lower end of the page, where nothing is. */
const clickOutside = (): Promise<void> =>
  sendMouse({ type: 'click', position: [innerWidth - 3, innerHeight - 3] });

describe('the focus goes back', () => {
  for (const [name, surface] of Object.entries(SURFACES)) {
    const { isOpen, close, isPanel = false } = surface;

    it(`${name}: by Escape`, async () => {
      const host = await show(name);
      const opener = await openOf(host, surface);
      await sendKeys({ press: 'Escape' });
      await until(() => !isOpen(host));
      expect(nameOf(focused(host))).to.equal(nameOf(opener));
    });

    it(`${name}: to a control near what opened it, if that cannot have the focus any more`, async () => {
      const host = await show(name);
      const opener = await openOf(host, surface);
      opener.hidden = true;
      opener.style.display = 'none';
      await sendKeys({ press: 'Escape' });
      await until(() => !isOpen(host));
      await until(() => focused(host)?.matches('button, input, select') === true);
    });

    if (close)
      it(`${name}: by its button`, async () => {
        const host = await show(name);
        const opener = await openOf(host, surface);
        close(host);
        await until(() => !isOpen(host));
        await host.updateComplete;
        expect(nameOf(focused(host))).to.equal(nameOf(opener));
      });

    if (!isPanel)
      it(`${name}: by a click outside`, async () => {
        const host = await show(name);
        const opener = await openOf(host, surface);
        await clickOutside();
        await until(() => !isOpen(host) && focused(host) === opener);
      });
  }

  it('but not from a control that a click outside has chosen', async () => {
    const host = await show('');
    await openOf(host, SURFACES['the menu “More”'] as Surface);
    const { x, y } = host.control('Search the transcript').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(x) + 9, Math.round(y) + 9] });
    await until(() => focused(host) === host.byPart('search-field'));
    expect(popup('More')(host)).to.equal(false);
  });
});

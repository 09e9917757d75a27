import { expect, fixture, html } from '@open-wc/testing';
import { runShortcut, type Shortcut } from '../../../src/reader/player/shortcuts.js';
import { chooseForLine, happened, itemOfMore, press, showEditable } from './reader-support.js';
import { showPlayable, showReader, talk, type ReaderHost } from './reader-support.js';

describe('keyboard shortcut table', () => {
  const setUp = async () => {
    const pressed: string[] = [];
    const entry = (key: string, more: Partial<Shortcut> = {}): Shortcut => ({
      keys: [key],
      label: key,
      run: () => pressed.push(key),
      ...more,
    });
    const element = await fixture<HTMLElement>(html`
      <div>
        <button>Press</button>
        <a href="#there">there</a>
        <input type="text" aria-label="text" />
        <input type="search" aria-label="search" />
        <input type="range" aria-label="range" />
        <select aria-label="list">
          <option>k</option>
        </select>
        <textarea aria-label="words"></textarea>
        <p contenteditable="true"><b>bold</b></p>
        <div class="scrolls" tabindex="0"><p>text</p></div>
        <dialog><button>Press</button></dialog>
      </div>
    `);
    const table: readonly Shortcut[] = [
      entry('k'),
      entry(' '),
      entry('<', { repeats: true }),
      entry('k', { run: () => pressed.push('second') }),
    ];
    element.addEventListener('keydown', (event) => runShortcut(table, event));
    const on = (selector: string): Element => element.querySelector(selector) ?? element;
    return { element, pressed, on };
  };

  it('matches letters in either case, and cancels the event', async () => {
    const { element, pressed } = await setUp();
    expect(press(element, 'k').defaultPrevented).to.equal(true);
    press(element, 'K', { shiftKey: true });
    press(element, '<', { shiftKey: true });
    press(element, ' ');
    expect(pressed).to.deep.equal(['k', 'k', '<', ' ']);
    expect(press(element, 'x').defaultPrevented).to.equal(false);
  });

  it('matches a letter by its key position on non-Latin keyboards', async () => {
    const { element, pressed } = await setUp();
    press(element, 'л', { code: 'KeyK' });
    press(element, 'k', { code: 'KeyT' });
    press(element, 't', { code: 'KeyK' });
    press(element, '€', { code: 'KeyK' });
    expect(pressed).to.deep.equal(['k', 'k']);
  });

  it('ignores text fields, options and dialogs', async () => {
    const { pressed, on } = await setUp();
    for (const place of [
      '[type=text]',
      '[type=search]',
      'select',
      'textarea',
      'p[contenteditable]',
      'b',
      'dialog button',
    ])
      for (const key of ['k', ' ', '<'])
        expect(press(on(place), key).defaultPrevented, `${key} in ${place}`).to.equal(false);
    expect(pressed).to.deep.equal([]);
  });

  it('leaves Space to controls that use it, but handles letters there', async () => {
    const { pressed, on } = await setUp();
    for (const place of ['button', 'a', '[type=range]', '.scrolls', '.scrolls p']) {
      expect(press(on(place), ' ').defaultPrevented, place).to.equal(false);
      press(on(place), 'k');
    }
    expect(pressed).to.deep.equal(Array(5).fill('k'));
  });

  it('ignores keys with modifiers, or already handled', async () => {
    const { element, pressed, on } = await setUp();
    press(element, 'k', { ctrlKey: true });
    press(element, 'k', { metaKey: true });
    press(element, 'k', { altKey: true });
    press(element, ' ', { shiftKey: true });
    // WebKit's constructor does not know this modifier.
    const altGr = new KeyboardEvent('keydown', { key: 'k', bubbles: true });
    altGr.getModifierState = (name) => name === 'AltGraph';
    element.dispatchEvent(altGr);
    on('a').addEventListener('keydown', (event) => event.preventDefault());
    press(on('a'), 'k');
    expect(pressed).to.deep.equal([]);
  });

  it('repeats only repeatable actions while the key is held', async () => {
    const { element, pressed } = await setUp();
    press(element, '<', { repeat: true });
    expect(press(element, 'k', { repeat: true }).defaultPrevented).to.equal(true);
    expect(pressed).to.deep.equal(['<']);
  });
});

describe('reader shortcuts', () => {
  const keyed = (host: ReaderHost) => (key: string, more?: KeyboardEventInit) =>
    press(host.byPart('play-button'), key, more);

  it('move by ten seconds and by segments', async () => {
    const host = await showPlayable();
    const key = keyed(host);
    key('l');
    expect(host.audio.currentTime).to.be.closeTo(6, 0.01);
    key('j');
    expect(host.audio.currentTime).to.equal(0);
    for (const [pressed, seconds] of [
      ['n', 1.001],
      ['n', 1.501],
      ['N', 4.001],
      ['n', 4.001],
      ['p', 1.501],
      ['p', 1.001],
      ['p', 0.001],
      ['p', 0.001],
    ] as const) {
      key(pressed);
      expect(host.audio.currentTime, pressed).to.be.closeTo(seconds, 0.0005);
    }
  });

  it('play and pause: by letter anywhere, by Space unless a control uses it', async () => {
    const host = await showPlayable();
    host.audio.muted = true;
    const playing = happened(host.audio, 'playing');
    keyed(host)('k');
    await playing;
    const paused = happened(host.audio, 'pause');
    press(host.byPart('reader'), ' ');
    await paused;
    press(host.byPart('segment-time'), ' ');
    press(host.byPart('play-button'), ' ');
    expect(host.audio.paused).to.equal(true);
  });

  it('change rate, volume and mute, and announce it', async () => {
    const host = await showPlayable();
    const key = keyed(host);
    const status = () => host.said.at(-1);
    key('>');
    expect(host.audio.playbackRate).to.equal(1.25);
    expect(status()).to.equal('Playback speed: 1.25×');
    key('<');
    key('<');
    expect(host.audio.playbackRate).to.equal(0.75);
    for (let times = 0; times < 9; times += 1) key('<');
    expect(host.audio.playbackRate).to.equal(0.5);
    key('m');
    expect(host.audio.muted).to.equal(true);
    expect(status()).to.equal('Sound off');
    key('m');
    expect(host.audio.muted).to.equal(false);
    key('s');
    await host.updateComplete;
    expect(itemOfMore(host, 'Skip silence').ariaChecked).to.equal('true');
    expect(status()).to.equal('Skipping silence');
  });

  it('work only inside the reader', async () => {
    const first = await showPlayable();
    const second = await showPlayable();
    press(first.byPart('play-button'), 'l');
    expect(first.audio.currentTime).to.be.closeTo(6, 0.01);
    expect(second.audio.currentTime).to.equal(0);
    press(document.body, 'l');
    expect(second.audio.currentTime).to.equal(0);
  });

  it('work after a click anywhere in the reader, because that moves the focus there', async () => {
    const host = await showPlayable();
    const reader = host.byPart('reader');
    reader.focus();
    expect(host.shadowRoot?.activeElement).to.equal(reader);
    expect(getComputedStyle(reader).outlineStyle).to.equal('none');
  });

  it('are listed from the table in a dialog, which returns the focus', async () => {
    const host = await showPlayable();
    const dialog = host.popup<HTMLDialogElement>('Keyboard shortcuts');
    const button = host.byPart('play-button');
    button.focus();
    press(button, '?', { shiftKey: true });
    expect(dialog.open).to.equal(true);
    const keys = [...dialog.querySelectorAll('kbd')].map(({ textContent }) => textContent);
    expect(keys).to.deep.equal([
      'K',
      'Space',
      'J',
      'L',
      'P',
      'N',
      'R',
      '<',
      '>',
      'M',
      'S',
      '?',
      '/',
    ]);
    expect(dialog.querySelectorAll('dd')[1]?.textContent).to.equal('Back 10 seconds');
    await expect(host).to.be.accessible();
    press(host.control('Close'), 'l');
    expect(host.audio.currentTime).to.equal(0);
    // An Escape that closes it does not reach a dialog of the page.
    const heard: string[] = [];
    const hear = ({ key }: KeyboardEvent): unknown => heard.push(key);
    document.addEventListener('keydown', hear);
    press(host.control('Close'), 'Escape');
    host.control('Close').click();
    press(button, 'Escape');
    document.removeEventListener('keydown', hear);
    expect(heard).to.deep.equal(['Escape']);
    expect(dialog.open).to.equal(false);
    expect(host.shadowRoot?.activeElement).to.equal(button);
    press(button, '?', { shiftKey: true });
    expect(dialog.open).to.equal(true);
    dialog.click();
    expect(dialog.open).to.equal(false);
  });
});

describe('shortcuts that are a single character', () => {
  const LABEL = 'Use letters, digits and symbols as shortcuts';
  const helpOf = (host: ReaderHost) => host.popup<HTMLDialogElement>('Keyboard shortcuts');
  const keysIn = (part: Element): (string | null)[] =>
    [...part.querySelectorAll('kbd')].map(({ textContent }) => textContent);
  const boxOf = (host: ReaderHost): HTMLInputElement | undefined =>
    [...helpOf(host).querySelectorAll('input')].find(({ labels }) =>
      labels?.[0]?.textContent.includes(LABEL),
    );

  /** Each key of the list, on a button of the player, as a speech program types it. */
  const typeAll = (host: ReaderHost): void => {
    const button = host.byPart('play-button');
    button.focus();
    for (const key of 'searchformekjlpnrms<>?/0123456789') press(button, key);
  };

  const expectNothingPressed = (host: ReaderHost): void => {
    const { audio } = host;
    expect([audio.paused, audio.muted, audio.currentTime, audio.playbackRate]).to.deep.equal([
      ...[true, false, 0, 1],
    ]);
    expect([host.searchBar, helpOf(host).open, host.said]).to.deep.equal([null, false, []]);
    expect(host.allByPart('toast')).to.deep.equal([]);
  };

  it('are switched off by the person in the list of keys, which then has the keys that work', async () => {
    const host = await showPlayable();
    itemOfMore(host, 'Keyboard shortcuts').click();
    expect(boxOf(host)?.checked).to.equal(true);
    boxOf(host)?.click();
    await host.updateComplete;
    expect(boxOf(host)?.checked).to.equal(false);
    expect(keysIn(helpOf(host))).to.deep.equal(['Space']);
    await expect(host).to.be.accessible();
    host.control('Close').click();
    typeAll(host);
    await host.updateComplete;
    expectNothingPressed(host);
    // Space is no character of a word.
    const playing = happened(host.audio, 'playing');
    host.audio.muted = true;
    press(host.byPart('reader'), ' ');
    await playing;
    host.audio.pause();
    itemOfMore(host, 'Keyboard shortcuts').click();
    boxOf(host)?.click();
    host.control('Close').click();
    press(host.byPart('play-button'), 'm');
    expect(host.said).to.deep.equal(['Sound on']);
  });

  it('stay off for the next recording, and for the next page', async () => {
    const host = await showPlayable();
    itemOfMore(host, 'Keyboard shortcuts').click();
    boxOf(host)?.click();
    await host.updateComplete;
    host.control('Close').click();
    expect([...host.stored]).to.deep.equal([['audio-transcribe-no-character-keys', '1']]);
    host.show({ transcript: talk, audio: host.audio.src });
    await host.updateComplete;
    expect(boxOf(host)?.checked).to.equal(false);

    const next = await showReader();
    expect(boxOf(next)?.checked).to.equal(true);
    next.stored.set('audio-transcribe-no-character-keys', '1');
    next.show({ transcript: talk });
    await next.updateComplete;
    expect(boxOf(next)?.checked).to.equal(false);
    press(next.byPart('title'), '/');
    await next.updateComplete;
    expect(next.searchBar).to.equal(null);
    boxOf(next)?.click();
    expect([...next.stored]).to.deep.equal([['audio-transcribe-no-character-keys', '0']]);
  });

  it('are switched off by the page, which offers no choice then', async () => {
    const host = await showPlayable();
    host.allowsCharacterKeys = false;
    host.requestUpdate();
    await host.updateComplete;
    typeAll(host);
    await host.updateComplete;
    expectNothingPressed(host);
    itemOfMore(host, 'Keyboard shortcuts').click();
    expect(boxOf(host)).to.equal(undefined);
    expect(keysIn(helpOf(host))).to.deep.equal(['Space']);
  });

  it('are not those of the editor, apart from the digits that choose a speaker', async () => {
    const host = await showEditable();
    host.allowsCharacterKeys = false;
    host.requestUpdate();
    await host.updateComplete;
    expect(keysIn(helpOf(host))).to.include.members(['Space', 'F8', 'Ctrl+S']);
    await chooseForLine(host, 0, 'Edit text');
    const field = host.one<HTMLTextAreaElement>('textarea');
    press(field, 'F2');
    const group = host.group('Change speaker');
    expect(keysIn(group)).to.deep.equal([]);
    press(group.querySelector('button') ?? group, '2', { code: 'Digit2' });
    expect(host.history?.edits).to.deep.equal([]);
    expect(host.shadowRoot?.activeElement).to.equal(group.querySelector('input'));
  });
});

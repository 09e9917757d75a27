import { expect } from '@open-wc/testing';
import { showMenu, type MenuHost } from './menu-support.js';
import { press, showEditable } from './reader-support.js';

/** Presses a key on the focused item. */
const key = (host: MenuHost, name: string, more: KeyboardEventInit = {}): KeyboardEvent =>
  press(host.shadowRoot?.activeElement ?? host, name, more);

/** Types a letter this many milliseconds after the page was loaded. */
const letter = (host: MenuHost, name: string, at: number): void => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: at });
  host.shadowRoot?.activeElement?.dispatchEvent(event);
};

const pressPointer = (target: Element): void => {
  for (const type of ['pointerdown', 'pointerup'])
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }));
};

describe('a menu', () => {
  it('opens with a click on its button, focuses its first item, and is named', async () => {
    const host = await showMenu();
    const { button, list } = host;
    expect([button.getAttribute('aria-haspopup'), button.ariaExpanded]).to.deep.equal([
      'menu',
      'false',
    ]);
    button.click();
    expect(host.isMenuOpen).to.equal(true);
    expect(button.ariaExpanded).to.equal('true');
    expect([list.getAttribute('role'), list.getAttribute('aria-label')]).to.deep.equal([
      'menu',
      'More',
    ]);
    expect(host.list.querySelector('[role="group"][aria-label="Playback speed"]')).to.not.equal(
      null,
    );
    await expect(host).to.be.accessible();
    button.click();
    expect(host.isMenuOpen).to.equal(false);
    expect(button.ariaExpanded).to.equal('false');
  });

  it('stays closed if a press on its button has just closed it', async () => {
    const host = await showMenu();
    host.button.click();
    pressPointer(host.button);
    // As the browser does between the press and the click.
    if (host.isMenuOpen) host.list.hidePopover();
    host.button.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    expect(host.isMenuOpen).to.equal(false);
    host.button.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    expect(host.isMenuOpen).to.equal(true);
  });

  it('opens with ArrowDown at the checked item of radio items, and with ArrowUp at the end', async () => {
    const host = await showMenu();
    host.button.focus();
    expect(press(host.button, 'ArrowDown').defaultPrevented).to.equal(true);
    expect(host.focused).to.equal('1');
    key(host, 'Escape');
    press(host.button, 'ArrowUp');
    expect(host.focused).to.equal('skip');
  });

  it('moves the focus with the arrow keys, Home and End, and wraps around', async () => {
    const host = await showMenu();
    host.button.click();
    const seen = (name: string): string | null => {
      expect(key(host, name).defaultPrevented, name).to.equal(true);
      return host.focused;
    };
    expect(
      ['Home', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp'].map(seen),
    ).to.deep.equal(['copy', 'link', 'print', 'link', 'copy', 'skip']);
    expect(['ArrowDown', 'End', 'ArrowDown'].map(seen)).to.deep.equal(['copy', 'skip', 'copy']);
  });

  it('finds an item by its first letters', async () => {
    const host = await showMenu();
    host.button.click();
    key(host, 'Home');
    letter(host, 'P', 1_000);
    expect(host.focused).to.equal('print');
    letter(host, 'c', 2_000);
    expect(host.focused).to.equal('copy');
    letter(host, 'c', 2_001);
    expect(host.focused, 'the next one with this letter').to.equal('link');
    letter(host, 'c', 3_000);
    expect(host.focused, 'the first one again').to.equal('copy');
    for (const [at, name] of [...'opy'].entries()) letter(host, name, 3_001 + at);
    expect(host.focused, 'a whole word').to.equal('copy');
    for (const [at, name] of [...' l'].entries()) letter(host, name, 3_010 + at);
    expect(host.focused, 'two words').to.equal('link');
    expect(host.chosen).to.deep.equal([]);
    letter(host, 'z', 9_000);
    expect(host.focused, 'no such item').to.equal('link');
  });

  it('closes on Escape, which the page does not see, and returns the focus', async () => {
    const host = await showMenu();
    const heard: string[] = [];
    const listen = ({ key: pressed }: KeyboardEvent): void => void heard.push(pressed);
    document.addEventListener('keydown', listen);
    host.button.click();
    expect(key(host, 'Escape').defaultPrevented).to.equal(true);
    document.removeEventListener('keydown', listen);
    expect(host.isMenuOpen).to.equal(false);
    expect(host.focused).to.equal('More');
    expect(heard).to.deep.equal([]);
  });

  it('closes on Tab, which goes on from the button', async () => {
    const host = await showMenu();
    host.button.click();
    expect(key(host, 'Tab').defaultPrevented).to.equal(false);
    expect(host.isMenuOpen).to.equal(false);
    expect(host.focused).to.equal('More');
  });

  it('runs an item when it has closed and the button has the focus', async () => {
    const host = await showMenu();
    host.button.click();
    host.item('print').click();
    expect(host.chosen).to.deep.equal(['print']);
    expect(host.isMenuOpen).to.equal(false);
    expect(host.focusOfRun).to.equal(host.button);
  });

  it('shows which item of a group is chosen, and which items are on', async () => {
    const host = await showMenu();
    const checked = (): (string | undefined)[] => {
      host.button.click();
      return [...host.list.querySelectorAll<HTMLElement>('[aria-checked="true"]')].map(
        ({ dataset, role }) => `${role} ${dataset['item']}`,
      );
    };
    expect(checked()).to.deep.equal(['menuitemradio 1']);
    host.item('2').click();
    host.button.click();
    host.item('skip').click();
    await host.updateComplete;
    expect(checked()).to.deep.equal(['menuitemradio 2', 'menuitemcheckbox skip']);
    expect(host.item('2').querySelector('svg')).to.not.equal(null);
    expect(host.item('1').querySelector('svg')).to.equal(null);
    press(host.button, 'ArrowDown');
    expect(host.focused).to.equal('2');
    await expect(host).to.be.accessible();
  });

  it('has one highlighted item: the focus follows the mouse', async () => {
    const host = await showMenu();
    host.button.click();
    const move = (more: PointerEventInit): void => {
      host
        .item('print')
        .dispatchEvent(
          new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse', ...more }),
        );
    };
    const before = host.focused;
    move({ movementX: 0, movementY: 0 });
    expect(host.focused, 'a resting mouse').to.equal(before);
    move({ movementX: 0, movementY: 3 });
    expect(host.focused).to.equal('print');
    key(host, 'ArrowUp');
    expect(host.focused).to.equal('link');
    expect(host.list.classList.contains('by-keyboard')).to.equal(true);
  });

  it('keeps its focus when its view is rendered again', async () => {
    const host = await showMenu();
    host.button.click();
    const { focused } = host;
    host.skips = true;
    host.requestUpdate();
    await host.updateComplete;
    expect(host.isMenuOpen).to.equal(true);
    expect(host.focused).to.equal(focused);
  });
});

describe('the menu of a line', () => {
  it('is closed after the reader was moved within the page', async () => {
    const host = await showEditable();
    host.one('button[aria-label^="Options for"]').click();
    const place = document.createElement('div');
    host.after(place);
    place.append(host);
    expect(host.popup('Options for').matches(':popover-open')).to.equal(false);
    expect(host.one('button[aria-label^="Options for"]').getAttribute('aria-expanded')).to.equal(
      'false',
    );
    host.one('button[aria-label^="Options for"]').click();
    expect(host.popup('Options for').matches(':popover-open')).to.equal(true);
  });
});

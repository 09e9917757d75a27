/** What crosses the edge of an element: keys, presses, wheel and clipboard of what is inside. */
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { CustomElement, CustomElementField, Package } from 'custom-elements-manifest';
import type { LitElement } from 'lit';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import '../../../src/transcript-element.js';
import { find, make, shows } from '../shown/shown-support.js';

const segments = [...Array(200).keys()].map((at) => ({
  ...{ speaker: `S${at % 2}`, text: `Line ${at}` },
  ...{ start_ms: at * 1000, end_ms: at * 1000 + 900 },
}));

const TYPES = ['keydown', 'keypress', 'keyup', 'input', 'pointerdown', 'mousedown', 'wheel'];

/** A transcript of 200 lines, and a page that hears all that reaches it. */
const showOnPage = async () => {
  const element = await make({ transcript: { segments } });
  await shows(element, 'Line 0');
  const heard: string[] = [];
  const hear = (event: Event): void =>
    void heard.push(event instanceof KeyboardEvent ? `${event.type} ${event.key}` : event.type);
  for (const type of TYPES) document.body.addEventListener(type, hear);
  const forget = (): void => {
    for (const type of TYPES) document.body.removeEventListener(type, hear);
  };
  return { element, heard, forget };
};

type Shown = Awaited<ReturnType<typeof showOnPage>>;

const openSearch = async ({ element, heard }: Shown): Promise<HTMLInputElement> => {
  const looked = (): HTMLInputElement | null =>
    element.renderRoot.querySelector<HTMLInputElement>('[part~="search-field"]');
  element.focus();
  await sendKeys({ press: '/' });
  while (looked() === null || element.shadowRoot?.activeElement !== looked())
    await new Promise((resolve) => setTimeout(resolve));
  heard.length = 0;
  return looked() as HTMLInputElement;
};

const withPage = async (run: (shown: Shown) => Promise<void>): Promise<void> => {
  const shown = await showOnPage();
  try {
    await run(shown);
  } finally {
    shown.forget();
  }
};

describe('the edge of an element', () => {
  it('keys of a text field end there, and the page hears none of what is typed', () =>
    withPage(async (shown) => {
      const field = await openSearch(shown);
      // The shortcuts of a page that runs s, e and n wherever it cannot see a field.
      const run = (event: KeyboardEvent): void => {
        if ('sen'.includes(event.key) && (event.target as Element).localName !== 'input')
          event.preventDefault();
      };
      document.addEventListener('keydown', run);
      await sendKeys({ type: 'sensors' });
      await sendKeys({ press: 'ArrowLeft' });
      await sendKeys({ press: 'Backspace' });
      await sendKeys({ press: 'Enter' });
      document.removeEventListener('keydown', run);
      expect(field.value).to.equal('sensos');
      expect(shown.heard).to.deep.equal([]);
    }));

  it('modified keys, function keys and Tab pass', () =>
    withPage(async (shown) => {
      await openSearch(shown);
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'b' });
      await sendKeys({ up: 'Control' });
      await sendKeys({ press: 'F2' });
      await sendKeys({ press: 'Tab' });
      const downs = shown.heard.filter((one) => one.startsWith('keydown'));
      expect(downs).to.deep.equal(['keydown Control', 'keydown b', 'keydown F2', 'keydown Tab']);
      expect(shown.heard).to.include('keyup b');
      expect(shown.heard).to.include('keyup Control');
    }));

  it('an Escape that was used ends there, with its keyup; the next one passes', () =>
    withPage(async (shown) => {
      const field = await openSearch(shown);
      await sendKeys({ type: 'a' });
      await sendKeys({ press: 'Escape' });
      expect(field.value).to.equal('');
      await sendKeys({ press: 'Escape' });
      expect(field.isConnected).to.equal(false);
      expect(shown.heard).to.deep.equal([]);
      await sendKeys({ press: 'Escape' });
      expect(shown.heard).to.deep.equal(['keydown Escape', 'keyup Escape']);
    }));

  it('keys that the element has used, and those that press a control, end there', () =>
    withPage(async (shown) => {
      const { element, heard } = shown;
      element.focus();
      await sendKeys({ press: 's' });
      expect(heard, 'used').to.deep.equal([]);
      await sendKeys({ press: 'x' });
      expect(heard, 'unused').to.deep.equal(['keydown x', 'keypress x', 'keyup x']);
      heard.length = 0;
      await sendKeys({ press: 'Space' });
      await sendKeys({ press: 'Enter' });
      expect(heard, 'presses').to.deep.equal([]);
    }));

  it('the start of a press on a control ends there; others pass, and so does every click', () =>
    withPage(({ element, heard }) => {
      const press = (target: Element | null): void => {
        for (const type of ['pointerdown', 'mousedown'])
          target?.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
      };
      press(element.renderRoot.querySelector('button'));
      expect(heard).to.deep.equal([]);
      press(find(element, 'card'));
      expect(heard).to.deep.equal(['pointerdown', 'mousedown']);
      let clicks = 0;
      element.addEventListener('click', () => clicks++);
      element.renderRoot.querySelector('button')?.click();
      expect(clicks).to.equal(1);
      return Promise.resolve();
    }));

  it('the wheel ends there while the list can scroll that way', () =>
    withPage(({ element, heard }) => {
      const row = find(element, 'segment');
      const turn = (deltaY: number, ctrlKey = false): readonly string[] => {
        heard.length = 0;
        row?.dispatchEvent(
          new WheelEvent('wheel', { deltaY, ctrlKey, bubbles: true, composed: true }),
        );
        return [...heard];
      };
      expect(turn(-100), 'up at the start').to.deep.equal(['wheel']);
      expect(turn(100), 'down').to.deep.equal([]);
      expect(turn(100, true), 'zoom').to.deep.equal(['wheel']);
      const scroller = row?.closest('[role=article]');
      if (scroller) scroller.scrollTop = scroller.scrollHeight;
      expect(turn(-100), 'up at the end').to.deep.equal([]);
      expect(turn(100), 'down at the end').to.deep.equal(['wheel']);
      return Promise.resolve();
    }));

  it('what is pasted and typed in a field is not pasted into the page', () =>
    withPage(async (shown) => {
      const field = await openSearch(shown);
      const heard: string[] = [];
      const hear = ({ type }: Event): void => void heard.push(type);
      const types = ['paste', 'copy', 'cut', 'beforeinput', 'input'];
      for (const type of types) document.addEventListener(type, hear);
      for (const type of types)
        field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
      for (const type of types) document.removeEventListener(type, hear);
      expect(heard).to.deep.equal([]);
    }));

  it('the fields of the page in a slot are the page’s own', async () => {
    const element = await fixture(html`
      <audio-transcript><input aria-label="Mine" /></audio-transcript>
    `);
    const heard: string[] = [];
    element.addEventListener('keydown', (event: Event) => heard.push((event as KeyboardEvent).key));
    element.querySelector('input')?.focus();
    await sendKeys({ press: 'a' });
    expect(heard).to.deep.equal(['a']);
  });
});

/** Somebody presses on the page. */
const beginToUse = (): boolean => document.dispatchEvent(new Event('pointerdown'));

describe('the tab order', () => {
  it('has each control once, and not the element itself', async () => {
    const page = await fixture(html`
      <div>
        <button>before</button>
        <audio-transcribe no-storage service-url="/s" backend-url="/b"></audio-transcribe>
        <button>after</button>
      </div>
    `);
    const element = page.querySelector('audio-transcribe');
    const [before, after] = page.querySelectorAll('button');
    await element?.updateComplete;
    // A framework may still compare the page with its HTML.
    expect(element?.hasAttribute('tabindex')).to.equal(false);
    before?.focus();
    const stops: (string | null | undefined)[] = [];
    for (const isBack of [false, false, true, true]) {
      if (isBack) await sendKeys({ down: 'Shift' });
      await sendKeys({ press: 'Tab' });
      if (isBack) await sendKeys({ up: 'Shift' });
      const { activeElement } = document;
      stops.push((element?.shadowRoot?.activeElement ?? activeElement)?.textContent.trim());
    }
    expect(element?.tabIndex).to.equal(0);
    expect(stops).to.deep.equal(['Choose a file', 'after', 'Choose a file', 'before']);
    expect(after?.textContent).to.equal('after');
  });

  it('has all controls in a dialog that keeps the focus, if something follows the element', async () => {
    const element = await make({ transcript: { segments: segments.slice(0, 2) } });
    await shows(element, 'Line 0');
    const dialog = await fixture<HTMLElement>(html`<div><button>Back</button></div>`);
    const close = document.createElement('button');
    close.textContent = 'Close';
    dialog.append(element, close);
    beginToUse();
    // As Radix and jQuery UI do: the page sees the element as what has the focus, whatever is focused inside.
    dialog.addEventListener('keydown', (event) => {
      const stops = [...dialog.querySelectorAll<HTMLElement>('button, [tabindex="0"]')];
      if (event.key !== 'Tab' || document.activeElement !== stops.at(-1)) return;
      event.preventDefault();
      stops[0]?.focus();
    });
    dialog.querySelector('button')?.focus();
    const reached = new Set<Element>();
    while (document.activeElement !== close) {
      await sendKeys({ press: 'Tab' });
      const { activeElement } = element.renderRoot as ShadowRoot;
      if (activeElement) reached.add(activeElement);
    }
    expect(reached.size).to.be.greaterThan(4);
    await sendKeys({ press: 'Tab' });
    expect(document.activeElement?.textContent).to.equal('Back');
  });

  it('keeps the tabindex of the page', async () => {
    const element = await fixture(html`
      <audio-transcribe tabindex="-1" no-storage></audio-transcribe>
    `);
    beginToUse();
    expect(element.getAttribute('tabindex')).to.equal('-1');
  });

  it('draws no focus ring around the element when a control inside has the focus', async () => {
    const element = await fixture<HTMLElement>(html`
      <audio-transcribe no-storage service-url="/s" backend-url="/b"></audio-transcribe>
    `);
    element.focus();
    await sendKeys({ press: 'Shift' });
    expect(getComputedStyle(element).outlineStyle).to.equal('none');
  });
});

describe('the attributes that the element sets', () => {
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  it('come back when a morph of the page takes them away, as often as it does', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe no-storage manual-start service-url="/s" backend-url="/b">
      </audio-transcribe>
    `);
    await element.updateComplete;
    element.selectFile(new File(['not audio'], 'talk.wav'));
    expect(element.getAttribute('state')).to.equal('preparing');
    beginToUse();
    for (const at of [1, 2, 3]) {
      for (const name of ['state', 'tabindex']) element.removeAttribute(name);
      await settled();
      expect(element.getAttribute('state'), `morph ${at}`).to.equal(element.state);
      expect(element.getAttribute('tabindex'), `morph ${at}`).to.equal('0');
    }
  });

  it('come back if the page has set them as reflected properties', async () => {
    const { modules } = (await (await fetch('/custom-elements.json')).json()) as Package;
    let seen = 0;
    const declared = modules.flatMap(({ declarations = [] }) => declarations as CustomElement[]);
    for (const { tagName, members = [] } of declared)
      for (const member of members) {
        const { name, attribute, reflects, type } = member as CustomElementField;
        if (tagName === undefined || reflects !== true || attribute === undefined) continue;
        const element = document.createElement(tagName) as LitElement;
        document.body.append(element);
        await element.updateComplete;
        const valueNow = (): unknown => element[name as keyof LitElement];
        const [first, second] = type?.text === 'boolean' ? [true, true] : ['a', 'b'];
        for (const value of [first, second]) {
          Object.assign(element, { [name]: value });
          await element.updateComplete;
          const shown = element.getAttribute(attribute);
          expect(shown, `${tagName} ${name}`).to.not.equal(null);
          element.removeAttribute(attribute);
          await settled();
          await element.updateComplete;
          expect(element.getAttribute(attribute), `${tagName} ${name}`).to.equal(shown);
          expect(valueNow()).to.equal(value);
        }
        Object.assign(element, { [name]: null });
        await element.updateComplete;
        await settled();
        expect(element.hasAttribute(attribute), 'unset as a property').to.equal(false);
        element.setAttribute(attribute, 'c');
        element.removeAttribute(attribute);
        await settled();
        await element.updateComplete;
        expect(element.hasAttribute(attribute), 'set and removed as an attribute').to.equal(false);
        expect(Boolean(valueNow())).to.equal(false);
        element.remove();
        seen += 1;
      }
    expect(seen).to.be.greaterThan(2);
  });

  it('stay away if the page removes them each time, without an endless loop', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe no-storage></audio-transcribe>
    `);
    beginToUse();
    let removed = 0;
    const page = new MutationObserver(() => {
      if (!element.hasAttribute('tabindex')) return;
      removed += 1;
      element.removeAttribute('tabindex');
    });
    page.observe(element, { attributes: true });
    element.removeAttribute('tabindex');
    await settled();
    page.disconnect();
    expect(removed).to.equal(10);
    expect(element.hasAttribute('tabindex')).to.equal(false);
  });
});

/** Text properties that a page may set for all elements, as `* { … }` does, and that are inherited. */
const PAGE_TEXT = {
  color: 'rgb(240, 240, 240)',
  'font-style': 'italic',
  'font-variant-caps': 'small-caps',
  'font-weight': '900',
  'letter-spacing': '3px',
  'line-height': '3',
  'text-align': 'right',
  'text-indent': '40px',
  'text-shadow': 'red 1px 1px',
  'text-transform': 'uppercase',
  'white-space': 'pre',
  'word-spacing': '20px',
  '-webkit-text-fill-color': 'rgb(240, 240, 240)',
} as const;

describe('text properties of the page', () => {
  for (const [name, show] of [
    ['audio-transcribe', () => fixture<LitElement>(html`<audio-transcribe></audio-transcribe>`)],
    ['audio-transcript', async () => (await showOnPage()).element],
  ] as const satisfies readonly (readonly [string, () => Promise<LitElement>])[])
    it(`end at the card of <${name}>`, async () => {
      const element = await show();
      const card = element.renderRoot.querySelector('[tabindex="-1"]');
      if (card === null) throw new Error('there is no card');
      const look = (): Record<string, string> =>
        Object.fromEntries(
          Object.keys(PAGE_TEXT).map((property) => [
            property,
            getComputedStyle(card).getPropertyValue(property),
          ]),
        );
      const before = look();
      const rule = Object.entries(PAGE_TEXT)
        .map(([property, value]) => `${property}: ${value};`)
        .join(' ');
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`* { ${rule} }`);
      document.adoptedStyleSheets.push(sheet);
      const after = look();
      document.adoptedStyleSheets.pop();
      expect(after).to.deep.equal(before);
    });
});

/** Checks of a rendered element for docs/accessibility.md. Each returns the problems that it finds. */
import { sendKeys } from '@web/test-runner-commands';
import type { AxeResults, RunOptions } from 'axe-core';
import type { AudioTranscribe } from '../../../src/index.js';
import { isOnlySpoken } from '../../support/element.js';

export type Check = (element: AudioTranscribe) => Promise<readonly string[]> | readonly string[];

interface Axe {
  readonly run: (context: Element, options: RunOptions) => Promise<AxeResults>;
  readonly getRules: (tags: readonly string[]) => readonly { readonly ruleId: string }[];
}

/** All rules of a tag, also those that axe leaves out by default. */
const axe =
  (tag: string, isUndecidedProblem = true): Check =>
  async (element) => {
    await import('axe-core');
    const { axe: it } = globalThis as unknown as { readonly axe: Axe };
    const values = it.getRules([tag]).map(({ ruleId }) => ruleId);
    const runOnly = { type: 'rule' as const, values };
    const { violations, incomplete } = await it.run(element, { runOnly });
    return [...violations, ...(isUndecidedProblem ? incomplete : [])].flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.flat().join(' ')}`),
    );
  };

const both =
  (...checks: readonly Check[]): Check =>
  async (element) => {
    const found: string[] = [];
    for (const check of checks) found.push(...(await check(element)));
    return found;
  };

const all = <E extends Element = HTMLElement>(element: AudioTranscribe, selector: string): E[] =>
  [...element.renderRoot.querySelectorAll<E>(selector)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );

const CONTROLS = 'button, select, input, textarea, a[href], summary, [role="button"]';
/** Only one row of the transcript, and no item of a menu, is in the order of Tab. */
const ROVING = '[role="menu"], [role="article"]';

const describe = (one: Element): string =>
  `${one.localName} “${one.ariaLabel ?? one.textContent.trim().slice(0, 30)}”`;

const problems = (what: string, found: readonly Element[]): readonly string[] =>
  found.map((one) => `${what}: ${describe(one)}`);

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const readColour = (value: string): Colour => {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
};

/** WCAG's relative luminance. */
const luminance = ([red, green, blue]: Colour): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((each) => {
    const share = each / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: Colour, other: Colour): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** The first opaque background around a node, through shadow roots. */
const surfaceAround = (node: Node | null): Colour => {
  for (let at = node; at !== null;) {
    if (at instanceof Element) {
      const colour = readColour(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    at = at instanceof ShadowRoot ? at.host : at.parentNode;
  }
  return [255, 255, 255, 255];
};

/** Also texts beside which axe cannot decide, such as those over a gradient. */
const textContrast: Check = (element) =>
  all(element, 'p, h2, h3, bdi, button, select, span')
    .filter((one) => !one.matches(':disabled') && one.closest('dialog') === null)
    .filter((one) => [...one.childNodes].some((node) => (node as Text).data?.trim()))
    .filter((one) => !isOnlySpoken(one))
    .flatMap((one) => {
      const ratio = contrast(readColour(getComputedStyle(one).color), surfaceAround(one));
      return ratio >= 4.5 ? [] : problems(`contrast of ${ratio.toFixed(1)}`, [one]);
    });

/** Icons, and the fill or edge of buttons, have 3:1. */
const controlContrast: Check = (element) =>
  all<HTMLElement>(element, 'button:not([role]):enabled, select:enabled')
    .filter((one) => one.closest('[role="article"]') === null)
    .flatMap((one) => {
      const style = getComputedStyle(one);
      const around = surfaceAround(one.parentNode);
      const fill = readColour(style.backgroundColor);
      const isFilled = fill[3] === 255 && contrast(fill, around) >= 3;
      const sign = contrast(readColour(style.color), isFilled ? fill : around);
      return sign >= 3 || isFilled ? [] : problems(`contrast of ${sign.toFixed(1)}`, [one]);
    });

const deepActive = (): Element | null => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
};

interface Stop {
  readonly control: Element;
  readonly hasRing: boolean;
}

interface Walk {
  readonly stops: readonly Stop[];
  /** The focus reached what is after the element. */
  readonly isThrough: boolean;
  /** What the focus alone has changed. */
  readonly changed: readonly string[];
}

const MOST_STOPS = 60;

const hasRing = (one: Element): boolean => {
  const ring = ['', '::before', '::after'].map((pseudo) =>
    getComputedStyle(one, pseudo || undefined),
  );
  return ring.some(
    ({ outlineStyle, outlineWidth, boxShadow }) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none',
  );
};

/** What a user would call a change: the state of the work, what plays, and what is open. */
const situation = (element: AudioTranscribe): string =>
  [
    element.state,
    ...all(element, '[popover]:popover-open, dialog[open]').map(({ ariaLabel }) => ariaLabel),
    ...[...element.renderRoot.querySelectorAll('audio')].map(({ paused }) => `paused: ${paused}`),
  ].join(', ');

const press = async (key: string, shift: boolean): Promise<void> => {
  if (shift) await sendKeys({ down: 'Shift' });
  await sendKeys({ press: key });
  if (shift) await sendKeys({ up: 'Shift' });
};

/** Presses Tab from the button before the element to the one after it, or back with Shift. */
const walk = async (element: AudioTranscribe, isBack = false): Promise<Walk> => {
  const [before, after] = [element.previousElementSibling, element.nextElementSibling];
  const [start, end] = isBack ? [after, before] : [before, after];
  const stops: Stop[] = [];
  const changed: string[] = [];
  const usual = situation(element);
  (start as HTMLElement).focus();
  for (let count = 0; count < MOST_STOPS; count++) {
    await press('Tab', isBack);
    const control = deepActive();
    if (control === end) return { stops, changed, isThrough: true };
    if (control === null || control === start) break;
    stops.push({ control, hasRing: hasRing(control) });
    if (situation(element) !== usual) changed.push(`${describe(control)}: ${situation(element)}`);
  }
  return { stops, changed, isThrough: false };
};

const reached: Check = async (element) => {
  const { stops } = await walk(element);
  const missed = all(element, CONTROLS)
    .filter((one) => one.closest(`${ROVING}, dialog`) === null && !one.matches(':disabled'))
    .filter((one) => !stops.some(({ control }) => control === one));
  const list = all(element, '[role="article"]').filter(
    (one) => !stops.some(({ control }) => one.contains(control)),
  );
  return problems('Tab does not reach', [...missed, ...list]);
};

const leaves: Check = async (element) => {
  const results = [await walk(element), await walk(element, true)];
  return results.flatMap(({ isThrough, stops }) =>
    isThrough ? [] : [`Tab does not leave after ${stops.length} stops`],
  );
};

const inOrder: Check = async (element) => {
  const { stops } = await walk(element);
  const outside = stops.filter(({ control }) => control.closest(ROVING) === null);
  return outside.flatMap(({ control }, index) => {
    const next = outside[index + 1]?.control;
    const follows =
      next === undefined ||
      (control.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return follows ? [] : problems('the focus moves back after', [control]);
  });
};

const focusVisible: Check = async (element) => {
  const { stops } = await walk(element);
  return problems(
    'no focus ring',
    stops.filter((stop) => !stop.hasRing).map((stop) => stop.control),
  );
};

const focusChangesNothing: Check = async (element) => (await walk(element)).changed;

const pressChangesNothing: Check = (element) => {
  const before = situation(element);
  return all(element, 'button:enabled')
    .filter((one) => one.closest('[role="menu"]') === null)
    .flatMap((one) => {
      for (const type of ['pointerdown', 'mousedown'])
        one.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, button: 0 }));
      for (const type of ['pointercancel', 'mouseup'])
        document.body.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      return situation(element) === before ? [] : problems('works before the finger is up', [one]);
    });
};

const shortcutsStayInside: Check = async (element) => {
  const before = situation(element);
  (element.nextElementSibling as HTMLElement).focus();
  const found: string[] = [];
  for (const key of ['k', 'm', 'n', 'e', '/', '?']) {
    await sendKeys({ press: key });
    if (situation(element) !== before) found.push(`“${key}” works outside the element`);
  }
  return found;
};

const noImages: Check = (element) => [
  ...problems('an image', all(element, 'img, canvas, picture, video, object')),
  ...all(element, '*')
    .filter((one) => getComputedStyle(one).backgroundImage.includes('url('))
    .map((one) => `a background image: ${describe(one)}`),
];

/** Every icon is hidden, or inside something with a name of its own. */
const iconsHidden: Check = (element) =>
  problems(
    'an icon without a text',
    all<SVGElement>(element, 'svg').filter(
      (one) => one.closest('[aria-hidden="true"]') === null && one.role !== 'img',
    ),
  );

const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

/** Visible texts that are cut. Left out: names that are shortened on purpose and have a tooltip. */
const cutTexts: Check = (element) =>
  problems(
    'a cut text',
    all(
      element,
      'p, h2, h3, button, button span, label, legend, [part~="segment"], [part~="details"] *',
    ).filter(
      (one) =>
        one.closest('[title], [role="menu"], dialog') === null &&
        // Shortened names are also there for screen readers.
        ![one, ...one.querySelectorAll('*')].some(isOnlySpoken) &&
        // Shown only with the focus.
        one.clientWidth > 1 &&
        getComputedStyle(one).overflow !== 'visible' &&
        (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1),
    ),
  );

/** Visible parts that reach beyond the sides of the card. */
const outside: Check = (element) => {
  const card = element.getBoundingClientRect();
  const isScrolled = (one: Element): boolean => {
    for (let around = one.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible') return true;
    return false;
  };
  return problems(
    'reaches beyond the card',
    all(element, '*').filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      const isOut = left < card.left - 0.5 || right > card.right + 0.5;
      return width > 0 && isOut && one.closest('dialog, [popover]') === null && !isScrolled(one);
    }),
  );
};

const nextFrames = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
};

const narrow =
  (check: Check): Check =>
  async (element) => {
    element.style.inlineSize = '320px';
    await nextFrames();
    const found = await check(element);
    element.style.removeProperty('inline-size');
    await nextFrames();
    return found;
  };

const spaced: Check = async (element) => {
  const root = element.shadowRoot;
  if (root === null) throw new Error('There is no shadow root.');
  const sheets = root.adoptedStyleSheets;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SPACING);
  root.adoptedStyleSheets = [...sheets, sheet];
  await nextFrames();
  const found = await both(cutTexts, outside)(element);
  root.adoptedStyleSheets = sheets;
  return found;
};

const large: Check = async (element) => {
  document.documentElement.style.fontSize = '200%';
  await nextFrames();
  const found = await both(cutTexts, outside)(element);
  document.documentElement.style.removeProperty('font-size');
  return found;
};

const headings: Check = (element) => {
  if (element.state !== 'ready') return [];
  const title = all(element, 'h2').find((one) => one.textContent.trim() !== '');
  const turns = all(element, '[part~="turn"]').filter((one) => one.querySelector('h3') === null);
  return [...(title ? [] : ['no heading above the transcript']), ...problems('no heading', turns)];
};

const transcriptLanguage: Check = (element) => {
  const { language, segments = [] } = element.transcript ?? {};
  const words = all(element, '[part~="segment"]').map((row) => {
    const { lang } = row.querySelector('p') ?? row;
    return { lang, own: segments[Number(row.dataset['index'])]?.language ?? language };
  });
  const buttons = all(element, '[role="article"] button');
  return [
    ...words
      .filter(({ lang, own }) => lang !== own)
      .map(({ lang, own }) => `the language is “${lang}”, not “${own}”`),
    ...problems(
      'a button in the language of the transcript',
      buttons.filter((button) => button.closest('[lang]') !== null),
    ),
  ];
};

const silent: Check = (element) =>
  [...element.renderRoot.querySelectorAll('audio, video')]
    .filter((one) => !(one as HTMLAudioElement).paused || (one as HTMLAudioElement).autoplay)
    .map(() => 'something plays by itself');

const withoutDragging: Check = async (element) => {
  const found: string[] = [];
  if (
    all(element, '[part~="waveform"]').length >
    all(element, 'input[aria-label="Position"]:enabled').length
  )
    found.push('a waveform without a slider');
  for (const slider of all<HTMLInputElement>(element, 'input[type="range"]:enabled')) {
    slider.focus();
    const [before, key] = [slider.value, slider.value === slider.max ? 'ArrowLeft' : 'ArrowRight'];
    await sendKeys({ press: key });
    if (slider.value === before) found.push(...problems(`${key} does nothing`, [slider]));
    await sendKeys({ press: key === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft' });
  }
  return found;
};

const statusLine: Check = (element) =>
  all(element, '[role="status"]').some((one) => one.closest('[aria-hidden="true"]') === null)
    ? []
    : ['no status line'];

const errorInWords: Check = (element) => {
  if (element.state !== 'failed') return [];
  const message = element.error?.message ?? 'no error';
  const shown = all(element, '[part~="error-message"]').map((one) => one.textContent.trim());
  const isSaid = all(element, '[role="status"]').some((one) => one.textContent.includes(message));
  return [
    ...(shown.includes(message) ? [] : ['the error is not shown']),
    ...(isSaid ? [] : ['the error is not announced']),
    ...(all(element, 'h2').length > 0 ? [] : ['the error has no heading']),
  ];
};

/** Flashes: more than three a second, without end. */
const SHORTEST_PERIOD_MS = 334;

const calm: Check = (element) =>
  element.renderRoot instanceof ShadowRoot
    ? element.renderRoot
        .getAnimations()
        .map((animation) => animation.effect?.getComputedTiming() ?? {})
        .filter(
          ({ iterations = 1, duration = 0 }) =>
            iterations > 3 && Number(duration) < SHORTEST_PERIOD_MS,
        )
        .map(({ duration }) => `something repeats every ${String(duration)} ms`)
    : [];

/** By title. The titles are the names of tests, and evidence in `criteria.ts`. */
export const CHECKS = {
  'icons are hidden from screen readers': both(iconsHidden, axe('wcag111')),
  'structure is in the markup': both(headings, axe('wcag131')),
  'colour is not the only sign': axe('wcag141'),
  'nothing plays by itself': both(silent, axe('wcag142')),
  'texts have a contrast of 4.5:1': both(textContrast, axe('wcag143', false)),
  'with text of 200 % nothing is cut': large,
  'there are no images of text': noImages,
  'at 320 px nothing reaches beyond the element': narrow(outside),
  'icons and buttons have a contrast of 3:1': controlContrast,
  'with more space between letters, words and lines nothing is cut': spaced,
  'Tab reaches every control': both(reached, axe('wcag211')),
  'Tab leaves the element in both directions': leaves,
  'letters are shortcuts only inside the element': shortcutsStayInside,
  'nothing flashes': calm,
  'the order of the focus is that of the content': inOrder,
  'headings name what follows': headings,
  'the focus is visible on every control': focusVisible,
  'nothing works before the finger is up': pressChangesNothing,
  'names contain the visible text': axe('wcag253'),
  'sliders work without dragging': withoutDragging,
  'targets are at least 24 px': axe('wcag258'),
  'the transcript has its language': transcriptLanguage,
  'the focus changes nothing': focusChangesNothing,
  'an error is described in words': errorInWords,
  'every control has a name and a role': axe('wcag412'),
  'there is a status line': statusLine,
} as const satisfies Readonly<Record<string, Check>>;

export type CheckTitle = keyof typeof CHECKS;

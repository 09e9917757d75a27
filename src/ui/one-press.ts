/**
 * One press does one thing. A press can move the focus or the layout: a held key, the second click of a pair or an early next press
 * would then reach a control that took the place of the pressed one.
 */

import { guardEdge } from './edge.js';

/** In ms. A control that cannot be undone takes nothing for this long after it took the place of a pressed one. */
const SETTLE_MS = 500;

const CONTROLS = 'a[href], button, input, label, select, summary';
/** Keys that a person holds to move, also from one control to the next. */
const MOVES = /^(?:Arrow|Page|Home|End|Tab)/;
const PRESSES = /^(?: |Enter|Escape)$/;

interface Target {
  /** The pressed control; null for anything else. */
  readonly control: Element | null;
  /** Without digits, which the clock changes. Lit gives another name to the same button. */
  readonly name: string;
}

interface Press extends Target {
  readonly atMs: number;
  /** The places of the controls that cannot be undone, when the press began. */
  readonly places: ReadonlyMap<Element, string>;
}

const isElement = (node: EventTarget): node is Element => 'matches' in node;

const nameOf = (control: Element): string =>
  (control.getAttribute('aria-label') ?? control.textContent).replace(/\p{N}/gu, '');

const targetOf = (event: Event): Target => {
  const path = event.composedPath();
  const inside = path.slice(0, path.indexOf(event.currentTarget as EventTarget));
  const found = inside.filter(isElement).find((node) => node.matches(CONTROLS)) ?? null;
  // Pressing a label presses its control.
  const control = (found as Partial<HTMLLabelElement> | null)?.control ?? found;
  return { control, name: control === null ? '' : nameOf(control) };
};

const isSame = (one: Target, other: Target): boolean =>
  one.control === other.control && one.name === other.name;

/** The name and the place of a control that cannot be undone. */
const placeOf = (control: Element): string => {
  const { x, y } = control.getBoundingClientRect();
  return `${nameOf(control)} ${Math.round(x)} ${Math.round(y)}`;
};

/**
 * True if the key belongs to an input method: F7 to F9 convert letters in Japanese, and Enter ends a composition, in Safari after
 * `compositionend`. A function key that the input method leaves alone works, because Korean composes at the end of nearly every word.
 */
const isOfInputMethod = ({ isComposing, keyCode, key }: KeyboardEvent): boolean =>
  keyCode === 229 || key === 'Process' || (isComposing && !/^F\d+$/.test(key));

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Guards all controls below `root` and its edge, and returns it. The attribute `data-final` marks those whose action cannot be undone.
 * Keys that belong to an input method do not arrive there.
 */
export const guardPresses = <Root extends HTMLElement | DocumentFragment>(root: Root): Root => {
  guardEdge(root);
  /** Where each held key went down. */
  const held = new Map<string, EventTarget | undefined>();
  let before: Press | null = null;
  /** The press that has not clicked yet. */
  let press: Press | null = null;
  let clicked: Target | null = null;

  const begin = (event: Event): void => {
    before = press ?? before;
    const finals = [...root.querySelectorAll('[data-final]')];
    press = {
      ...targetOf(event),
      atMs: event.timeStamp,
      places: new Map(finals.map((control) => [control, placeOf(control)])),
    };
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    const { key, code, repeat, ctrlKey, metaKey } = event;
    const isOurs = target !== undefined && isElement(target) && target.getRootNode() === root;
    if (isOfInputMethod(event)) {
      if (isOurs) event.stopImmediatePropagation();
      return;
    }
    if (!repeat) {
      held.set(code, target);
      if (PRESSES.test(key)) begin(event);
      return;
    }
    if (MOVES.test(key) || ctrlKey || metaKey) return;
    const isText = isOurs && target.matches('textarea') && key !== 'Escape';
    if (held.get(code) !== target || (PRESSES.test(key) && !isText)) swallow(event);
  };

  const onKeyUp = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    // Firefox presses a button where Space goes up.
    if (event.key === ' ' && held.has(event.code) && held.get(event.code) !== target)
      swallow(event);
    held.delete(event.code);
  };

  const onClick = (event: MouseEvent): void => {
    const target = targetOf(event);
    const last = clicked;
    const mine = press;
    clicked = target;
    press = null;
    // A script clicks without a press.
    const isLatePair = event.detail > 1 && last !== null && !isSame(last, target);
    const isRenamed = mine?.control === target.control && mine?.name !== target.name;
    if (isLatePair || isRenamed || isEarly(mine, target)) swallow(event);
    if (mine !== null) before = mine;
  };

  /** True if a control that cannot be undone has come to where it is after the last press, which was a moment ago. */
  const isEarly = (mine: Press | null, { control }: Target): boolean =>
    mine !== null &&
    before !== null &&
    mine.atMs - before.atMs < SETTLE_MS &&
    control?.matches('[data-final]') === true &&
    before.places.get(control) !== placeOf(control);

  const listen = (type: string, listener: (event: never) => void): void =>
    root.addEventListener(type, listener as EventListener, { capture: true });
  listen('keydown', onKeyDown);
  listen('keyup', onKeyUp);
  listen('pointerdown', begin);
  listen('click', onClick);
  return root;
};

/**
 * lit's `html`. Its texts still change after a translator has replaced them, as some extensions do, also in shadow roots. Its
 * listeners work on pages whose libraries give functions more methods.
 */
import { html as litHtml, noChange, type TemplateResult } from 'lit';
import { setCommittedValue } from 'lit/directive-helpers.js';
import { type ChildPart, Directive, directive } from 'lit/directive.js';

/** lit would write a changed text into the node that it drew first, which may no longer be in the page. */
const words = directive(
  class extends Directive {
    #text: unknown;

    override render(text: string | number): unknown {
      return text;
    }

    override update(part: ChildPart, [text]: [string | number]): unknown {
      // What was translated stays.
      if (text === this.#text) return noChange;
      this.#text = text;
      // lit then draws a new node instead of changing the one that it drew first.
      setCommittedValue(part);
      return text;
    }
  },
);

/** lit hands a listener on as its own options, too. Sugar gives functions a method `once`, which would end it at its first event. */
const listenerOf = (handleEvent: (event: Event) => unknown) => ({
  handleEvent,
  ...{ capture: undefined, once: undefined, passive: undefined, signal: undefined },
});

type Place = 'content' | 'listener' | 'other';

/** Of each template: where its values stand. */
const places = new WeakMap<TemplateStringsArray, readonly Place[]>();

const placesOf = (strings: TemplateStringsArray): readonly Place[] => {
  let before = '';
  const found = strings.map((part): Place => {
    before += part;
    if (/(^|>)[^<]*$/.test(before)) return 'content';
    return /@[\w-]+=$/.test(part) ? 'listener' : 'other';
  });
  places.set(strings, found);
  return found;
};

const drawn = (value: unknown, place: Place | undefined): unknown => {
  if (place === 'content' && (typeof value === 'string' || typeof value === 'number'))
    return words(value);
  if (place === 'listener' && typeof value === 'function')
    return listenerOf(value as (event: Event) => unknown);
  return value;
};

/** Use it instead of lit's for everything that has texts or listeners. */
export const html = (
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
): TemplateResult => {
  const found = places.get(strings) ?? placesOf(strings);
  return litHtml(strings, ...values.map((value, at) => drawn(value, found[at])));
};

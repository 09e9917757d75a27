/** lit's `html`. Its texts still change after a translator has replaced them, as some extensions do, also in shadow roots. */
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

/** Of each template: which of its values stand between tags. */
const places = new WeakMap<TemplateStringsArray, readonly boolean[]>();

const placesOf = (strings: TemplateStringsArray): readonly boolean[] => {
  let before = '';
  const found = strings.map((part) => {
    before += part;
    return /(^|>)[^<]*$/.test(before);
  });
  places.set(strings, found);
  return found;
};

/** Use it instead of lit's for everything that has texts. */
export const html = (
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
): TemplateResult => {
  const isContent = places.get(strings) ?? placesOf(strings);
  const drawn = values.map((value, at) =>
    isContent[at] && (typeof value === 'string' || typeof value === 'number')
      ? words(value)
      : value,
  );
  return litHtml(strings, ...drawn);
};

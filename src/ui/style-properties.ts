import { noChange } from 'lit';
import { directive, Directive, type DirectiveParameters, type ElementPart } from 'lit/directive.js';

/** Sets properties one by one: a strict Content Security Policy forbids a `style` attribute, as `styleMap` writes it. */
class StyleProperties extends Directive {
  override update(
    { element }: ElementPart,
    [properties]: DirectiveParameters<this>,
  ): typeof noChange {
    const { style } = element as HTMLElement;
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    return noChange;
  }

  /** Only gives `update` its types: an element has no content to render. */
  render(properties: Readonly<Record<string, string>>): typeof noChange {
    void properties;
    return noChange;
  }
}

/** For an element, as `<div ${styleProperties({ '--_rest': '64%' })}>`. */
export const styleProperties = directive(StyleProperties);

import { noChange } from 'lit';
import { directive, Directive, type DirectiveParameters, type ElementPart } from 'lit/directive.js';

/** Sets style properties one by one, as a strict Content Security Policy forbids the `style` attribute of `styleMap`. */
class StyleProperties extends Directive {
  override update(
    { element }: ElementPart,
    [properties]: DirectiveParameters<this>,
  ): typeof noChange {
    const { style } = element as HTMLElement;
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    return noChange;
  }

  /** Unused, but gives `update` its parameter types. */
  render(properties: Readonly<Record<string, string>>): typeof noChange {
    void properties;
    return noChange;
  }
}

/** Usage: `<div ${styleProperties({ '--_rest': '64%' })}>`. */
export const styleProperties = directive(StyleProperties);

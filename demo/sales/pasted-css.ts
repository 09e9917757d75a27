/** What a visitor's own CSS says about the look of the element. */

/** The properties of the element that a link may set, with a value that loads nothing. */
const NAME = /^--at-[a-z\d-]+$/;
const LOADS = /url\(|image\(|image-set\(|src\(|[;{}<>]/i;
const LONGEST_VALUE = 200;
const MOST = 40;

/** The pairs that are custom properties of the element with values that load nothing from anywhere. */
export const safeProperties = (
  pairs: Iterable<readonly (string | undefined)[]>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...pairs]
      .map(([name = '', value = '']) => [name.trim(), value.trim()] as const)
      .filter(
        ([name, value]) =>
          NAME.test(name) && value !== '' && value.length <= LONGEST_VALUE && !LOADS.test(value),
      )
      .slice(0, MOST),
  );

/** A colour as `#rrggbb`; null for anything else, or if it is not opaque. */
const hexOf = (colour: string): string | null => {
  if (!CSS.supports('color', colour) || /var\(|currentcolor|inherit|unset/i.test(colour))
    return null;
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  if (alpha < 255) return null;
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

interface PastedLook {
  /** As `#rrggbb`; null if the CSS names no brand colour. */
  readonly accent: string | null;
  /** In px; null if the CSS has no corners. */
  readonly radius: number | null;
  readonly css: Readonly<Record<string, string>>;
}

/** Names that pages give the colour of their brand. The first that is found counts. */
const BRAND = [
  /^--at-accent$/,
  /^--.*(?:brand|primary|accent)/i,
  /^accent-color$/,
  /^background(?:-color)?$/,
  /^color$/,
];

/**
 * The look that a piece of CSS describes: one colour, declarations, or whole rules. Null if nothing of it can be used.
 */
export const lookOf = (text: string): PastedLook | null => {
  const colour = hexOf(text.trim());
  if (colour !== null) return { accent: colour, radius: null, css: {} };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text.includes('{') ? text : `:root {${text}}`);
  const declarations = [...sheet.cssRules]
    .filter((rule) => rule instanceof CSSStyleRule)
    .flatMap(({ style }) =>
      [...style].map((name) => [name, style.getPropertyValue(name).trim()] as const),
    );
  const valuesOf = (pattern: RegExp): readonly string[] =>
    declarations.filter(([name]) => pattern.test(name)).map(([, value]) => value);
  const accent =
    BRAND.flatMap(valuesOf)
      .map(hexOf)
      .find((it) => it !== null) ?? null;
  const corners = [/^--at-radius$/, /^border-(?:top-left-|start-start-)?radius$/, /^--.*radius/i]
    .flatMap(valuesOf)
    .map((value) => /^(\d+(?:\.\d+)?)(px|rem)$/.exec(value))
    .find((it) => it !== null);
  const radius = corners ? Number(corners[1]) * (corners[2] === 'rem' ? 16 : 1) : null;
  const [font] = valuesOf(/^font-family$/);
  const own = safeProperties([...(font ? [['--at-font', font]] : []), ...declarations]);
  const { '--at-accent': _accent, '--at-radius': _radius, ...css } = own;
  const isEmpty = accent === null && radius === null && Object.keys(css).length === 0;
  return isEmpty
    ? null
    : { accent, radius: radius === null ? null : Math.min(32, Math.round(radius)), css };
};

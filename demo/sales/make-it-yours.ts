/** “Make it yours”: one brand colour or pasted CSS, and more controls for the look of the element beside it. */
import { html, nothing, type TemplateResult } from 'lit';
import { contrast, cssOf, FONTS, LANGUAGES, type Choices } from './choices.js';
import { optionList, valueOf } from '../qa/fields.js';
import { copyBlock } from './copy-block.js';
import { lookOf } from './pasted-css.js';

const ACCENTS = ['#0b6a5f', '#3c4fb0', '#8a1f5c', '#a13d0b', '#14201f'];
const SCHEMES = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;
const DIRECTIONS = {
  auto: 'Automatic',
  ltr: 'Left to right',
  rtl: 'Right to left',
} as const;
const WIDTHS = { page: 'Page', sidebar: 'Sidebar, 360 px', phone: 'Phone, 320 px' } as const;
/** In px, as in `page.css`. */
const WIDTH_PX = { page: 0, sidebar: 360, phone: 320 } as const;
/** The widths that are less than the page has. */
const narrowerThan = (px: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(WIDTHS).filter(([width]) => WIDTH_PX[width as Choices['width']] < px),
  );
const FONT_NAMES: Readonly<Record<string, string>> = {
  '': 'The page’s font',
  serif: 'Serif',
  rounded: 'Humanist',
  mono: 'Monospace',
};

const select = (
  label: string,
  options: Readonly<Record<string, string>>,
  chosen: string,
  onChange: (value: string) => void,
): TemplateResult => html`
  <label>
    ${label}
    <select @change=${(event: Event) => onChange(valueOf(event))}>
      ${optionList(options, chosen)}
    </select>
  </label>
`;

/** The contrast of the accent on the card, which the element raises where the accent is text. */
const contrastBadge = ({ accent, scheme }: Choices): TemplateResult | typeof nothing => {
  if (accent === '') return nothing;
  const isDark =
    scheme === 'dark' ||
    (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const ratio = contrast(accent, isDark ? '#15191c' : '#ffffff');
  return html`<p class="badge">
    ${ratio.toFixed(1)}:1 on the
    card${ratio < 4.5 ? '. Where it is text, the element makes it readable' : ''}
  </p>`;
};

/** What became of the pasted CSS. */
let pasted = '';

const paste = (text: string, change: (changes: Partial<Choices>) => void): void => {
  const look = text.trim() === '' ? null : lookOf(text);
  if (look === null) {
    pasted =
      text.trim() === ''
        ? ''
        : 'No colour, corners or font was found. Paste a colour, or CSS such as “--brand: #7c2d12”.';
    return change({});
  }
  pasted = 'Applied to the element.';
  change({
    css: look.css,
    ...(look.accent === null ? {} : { accent: look.accent }),
    ...(look.radius === null ? {} : { radius: look.radius }),
  });
};

/** `room`: the width of the page for the element, in px. */
export const makeItYours = (
  choices: Choices,
  room: number,
  change: (changes: Partial<Choices>) => void,
): TemplateResult => {
  const css = cssOf(choices);
  return html`
    <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
      <fieldset>
        <legend>Your brand colour</legend>
        <div class="swatches">
          <input
            type="color"
            aria-label="Your brand colour"
            .value=${choices.accent === '' ? ACCENTS[0] : choices.accent}
            @input=${(event: Event) => change({ accent: valueOf(event) })}
          />
          ${ACCENTS.map(
            (accent) =>
              html`<button
                type="button"
                style=${`--swatch: ${accent}`}
                aria-label=${`Accent ${accent}`}
                aria-pressed=${accent === choices.accent}
                @click=${() => change({ accent: accent === choices.accent ? '' : accent })}
              ></button>`,
          )}
        </div>
        ${contrastBadge(choices)}
      </fieldset>
      ${select('Language', LANGUAGES, choices.lang, (lang) => change({ lang }))}
      ${select('Colours', SCHEMES, choices.scheme, (scheme) =>
        change({ scheme: scheme as Choices['scheme'] }),
      )}
      <details class="more">
        <summary>Your CSS, corners, font and width</summary>
        <div class="controls">
          <label class="wide">
            Paste CSS of your site
            <textarea
              rows="3"
              spellcheck="false"
              placeholder="--brand: #7c2d12; border-radius: 6px;"
              @change=${(event: Event) => paste(valueOf(event), change)}
            ></textarea>
          </label>
          <p class="wide" role="status">${pasted}</p>
          <label>
            Corners
            <input
              type="range"
              min="0"
              max="32"
              .value=${String(choices.radius ?? 14)}
              @input=${(event: Event) => change({ radius: Number(valueOf(event)) })}
            />
          </label>
          ${select('Font', FONT_NAMES, choices.font, (font) =>
            change({ font: font in FONTS ? font : '' }),
          )}
          ${select('Width', narrowerThan(room), choices.width, (width) =>
            change({ width: width as Choices['width'] }),
          )}
          ${select('Direction', DIRECTIONS, choices.dir, (dir) =>
            change({ dir: dir as Choices['dir'] }),
          )}
        </div>
        ${css === '' ? nothing : copyBlock('The CSS of your choices', css)}
      </details>
    </form>
  `;
};

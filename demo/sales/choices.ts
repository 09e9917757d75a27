/** What a visitor has chosen. All of it is in the page's URL, so that a link shows the same. */
import { EXAMPLES } from './examples.js';
import { safeProperties } from './pasted-css.js';

export const TABS = ['example', 'own', 'record', 'plug'] as const;
export type Tab = (typeof TABS)[number];
export type Scheme = 'system' | 'light' | 'dark';
export type Width = 'page' | 'sidebar' | 'phone';
/** `auto`: that of the interface language. */
export type Direction = 'auto' | 'ltr' | 'rtl';

export interface Choices {
  readonly tab: Tab;
  /** True to take several files. */
  readonly multiple: boolean;
  /** The id of an example. */
  readonly sample: string;
  /** A colour as `#rrggbb`; empty for the element's own. */
  readonly accent: string;
  /** In px; null for the element's own. */
  readonly radius: number | null;
  readonly font: string;
  /** Other custom properties of the element, from pasted CSS: name to value. */
  readonly css: Readonly<Record<string, string>>;
  readonly scheme: Scheme;
  readonly width: Width;
  /** The interface language: a BCP 47 tag. */
  readonly lang: string;
  readonly dir: Direction;
}

export const DEFAULTS: Choices = {
  tab: 'example',
  multiple: false,
  sample: EXAMPLES[0].id,
  accent: '',
  radius: null,
  font: '',
  css: {},
  scheme: 'system',
  width: 'page',
  lang: 'en',
  dir: 'auto',
};

/** The fonts that a visitor can choose: name to CSS value. Every system has one of each kind. */
export const FONTS: Readonly<Record<string, string>> = {
  '': '',
  serif: 'Georgia, "Times New Roman", serif',
  rounded: '"Trebuchet MS", "Segoe UI", sans-serif',
  mono: 'ui-monospace, Consolas, monospace',
};

/** The interface languages, each under its own name. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  he: 'עברית',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  ru: 'Русский',
  tr: 'Türkçe',
  uk: 'Українська',
  vi: 'Tiếng Việt',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
};

export const directionOf = (lang: string): 'ltr' | 'rtl' =>
  /^(?:ar|he)\b/.test(lang) ? 'rtl' : 'ltr';

/** The direction that the element gets. */
export const shownDirection = ({ dir, lang }: Choices): 'ltr' | 'rtl' =>
  dir === 'auto' ? directionOf(lang) : dir;

const oneOf = <Value extends string>(value: string | null, known: readonly Value[]): Value | null =>
  known.find((one) => one === value) ?? null;

/** Reads the choices from the search part of a URL. What cannot be read has its default. */
export const readChoices = (search: string): Choices => {
  const query = new URLSearchParams(search);
  const accent = query.get('accent') ?? '';
  const radius = Number(query.get('radius') ?? Number.NaN);
  return {
    tab: oneOf(query.get('tab'), TABS) ?? DEFAULTS.tab,
    multiple: query.has('multiple'),
    sample:
      oneOf(
        query.get('sample'),
        EXAMPLES.map(({ id }) => id),
      ) ?? DEFAULTS.sample,
    accent: /^[\da-f]{6}$/i.test(accent) ? `#${accent.toLowerCase()}` : '',
    radius: radius >= 0 && radius <= 32 ? Math.round(radius) : null,
    font: oneOf(query.get('font'), Object.keys(FONTS)) ?? '',
    css: safeProperties(query.getAll('css').map((one) => one.split(/:(.*)/s))),
    scheme: oneOf(query.get('theme'), ['light', 'dark']) ?? 'system',
    width: oneOf(query.get('width'), ['sidebar', 'phone']) ?? 'page',
    lang: oneOf(query.get('lang'), Object.keys(LANGUAGES)) ?? 'en',
    dir: oneOf(query.get('dir'), ['ltr', 'rtl']) ?? 'auto',
  };
};

/** The search part of a URL with these choices; empty for the defaults. */
export const searchOf = (choices: Choices): string => {
  const query = new URLSearchParams();
  const set = (name: string, value: string, fallback: string): void => {
    if (value !== fallback) query.set(name, value);
  };
  set('tab', choices.tab, DEFAULTS.tab);
  if (choices.multiple) query.set('multiple', '');
  set('sample', choices.sample, DEFAULTS.sample);
  set('accent', choices.accent.slice(1), '');
  set('radius', choices.radius === null ? '' : String(choices.radius), '');
  set('font', choices.font, '');
  for (const [name, value] of Object.entries(choices.css)) query.append('css', `${name}:${value}`);
  set('theme', choices.scheme, 'system');
  set('width', choices.width, 'page');
  set('lang', choices.lang, 'en');
  set('dir', choices.dir, 'auto');
  const search = query.toString();
  return search === '' ? '' : `?${search}`;
};

/** The custom properties of the choices, by name. */
export const propertiesOf = ({
  accent,
  radius,
  font,
  css,
}: Choices): Readonly<Record<string, string>> => ({
  ...css,
  ...(accent === '' ? {} : { '--at-accent': accent }),
  ...(radius === null ? {} : { '--at-radius': `${radius}px` }),
  ...(FONTS[font] ? { '--at-font': FONTS[font] } : {}),
});

/** The CSS that a partner copies. Empty without a choice. */
export const cssOf = (choices: Choices): string => {
  const lines = Object.entries(propertiesOf(choices)).map(
    ([name, value]) => `  ${name}: ${value};`,
  );
  if (choices.scheme !== 'system') lines.push(`  color-scheme: ${choices.scheme};`);
  return lines.length === 0 ? '' : ['audio-transcribe {', ...lines, '}'].join('\n');
};

/** WCAG contrast of two colours such as `#0b6a5f`: 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = parseInt(colour.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

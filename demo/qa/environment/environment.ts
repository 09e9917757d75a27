/** What surrounds the element under test. All of it is in the page's URL, so that a link restores it. */
import { LANGUAGES } from '../../sales/choices.js';

export const WIDTHS = ['320', '390', '768'] as const;

export interface Environment {
  /** In px; empty for the width of the pane. */
  readonly width: '' | (typeof WIDTHS)[number];
  /** Empty for that of the system. */
  readonly theme: '' | 'light' | 'dark';
  /** Empty for that of the language. */
  readonly dir: '' | 'ltr' | 'rtl';
  /** BCP 47. */
  readonly lang: string;
  /** A colour as `#rrggbb`; empty for the element's own. */
  readonly brand: string;
  readonly isReadonly: boolean;
  readonly isOffline: boolean;
  readonly isStorageFull: boolean;
  /** The name of a forced state; empty for the live element. */
  readonly state: string;
}

export const USUAL: Environment = {
  width: '',
  theme: '',
  dir: '',
  lang: 'en',
  brand: '',
  isReadonly: false,
  isOffline: false,
  isStorageFull: false,
  state: '',
};

const oneOf = <Value extends string>(value: string | null, known: readonly Value[]): Value | '' =>
  known.find((one) => one === value) ?? '';

/** Reads the search part of a URL. What cannot be read has its default. `states`: the known names. */
export const readEnvironment = (search: string, states: readonly string[]): Environment => {
  const query = new URLSearchParams(search);
  const brand = query.get('brand') ?? '';
  return {
    width: oneOf(query.get('width'), WIDTHS),
    theme: oneOf(query.get('theme'), ['light', 'dark']),
    dir: oneOf(query.get('dir'), ['ltr', 'rtl']),
    lang: oneOf(query.get('lang'), Object.keys(LANGUAGES)) || USUAL.lang,
    brand: /^[\da-f]{6}$/i.test(brand) ? `#${brand.toLowerCase()}` : '',
    isReadonly: query.has('readonly'),
    isOffline: query.has('offline'),
    isStorageFull: query.get('storage') === 'full',
    state: oneOf(query.get('state'), states),
  };
};

/** The names in the query of a URL; null for a default, which is left out. */
export const queryChangesOf = (
  environment: Environment,
): Readonly<Record<string, string | null>> => ({
  width: environment.width || null,
  theme: environment.theme || null,
  dir: environment.dir || null,
  lang: environment.lang === USUAL.lang ? null : environment.lang,
  brand: environment.brand.slice(1) || null,
  readonly: environment.isReadonly ? '1' : null,
  offline: environment.isOffline ? '1' : null,
  storage: environment.isStorageFull ? 'full' : null,
  state: environment.state || null,
});

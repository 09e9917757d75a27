/** The languages of the user interface, and which one a page gets. */
import type { Language } from './strings.js';

type LoadLanguage = () => Promise<{ readonly default: Language }>;

/** English is part of the element. Each of the others is loaded when a page needs it. */
const languages = new Map<string, LoadLanguage>([
  ['ar', () => import('./ar.js')],
  ['de', () => import('./de.js')],
  ['es', () => import('./es.js')],
  ['fr', () => import('./fr.js')],
  ['he', () => import('./he.js')],
  ['hi', () => import('./hi.js')],
  ['id', () => import('./id.js')],
  ['it', () => import('./it.js')],
  ['ja', () => import('./ja.js')],
  ['ko', () => import('./ko.js')],
  ['nl', () => import('./nl.js')],
  ['pl', () => import('./pl.js')],
  ['pt-BR', () => import('./pt-BR.js')],
  ['ru', () => import('./ru.js')],
  ['tr', () => import('./tr.js')],
  ['uk', () => import('./uk.js')],
  ['vi', () => import('./vi.js')],
  ['zh-CN', () => import('./zh-CN.js')],
  ['zh-TW', () => import('./zh-TW.js')],
]);

/** The regional language of a tag without a region. */
const REGIONAL: Readonly<Record<string, string>> = { pt: 'pt-BR' };

/**
 * Adds a language, or replaces one, for all elements of the page. `load` resolves with a module whose default export
 * is a `Language`. Call it before the elements are added. Throws RangeError if `tag` is not a valid BCP 47 tag.
 */
export const defineLanguage = (tag: string, load: LoadLanguage): void => {
  languages.set(Intl.getCanonicalLocales(tag)[0] ?? tag, load);
};

/** The language for a BCP 47 tag: `de` for `de-CH`, `zh-TW` for `zh-Hant` and `zh-HK`. Null for English. */
export const languageFor = (tag: string): string | null => {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag);
  } catch {
    return null;
  }
  const { language } = locale;
  const chinese = locale.maximize().script === 'Hant' ? 'zh-TW' : 'zh-CN';
  const candidates = [
    locale.baseName,
    language === 'zh' ? chinese : (REGIONAL[language] ?? language),
    language,
  ];
  return candidates.find((candidate) => languages.has(candidate)) ?? null;
};

const loaded = new Map<LoadLanguage, Promise<Language>>();

/** Loads a language once. A failed download is tried again at the next call. */
export const loadLanguage = (name: string): Promise<Language> => {
  const load = languages.get(name);
  if (load === undefined) return Promise.reject(new RangeError(`There is no language ${name}.`));
  const known = loaded.get(load);
  if (known !== undefined) return known;
  const loading = load().then((module) => module.default);
  loaded.set(load, loading);
  loading.catch(() => loaded.delete(load));
  return loading;
};

/** Replaces texts. A text of another type than the one it replaces is ignored. */
export const withOverrides = <T extends object>(texts: T, overrides: object): T => {
  const replaced = Object.entries(overrides).flatMap(([key, value]: [string, unknown]) => {
    const text = (texts as Record<string, unknown>)[key];
    if (text !== undefined && typeof value !== typeof text) return [];
    if (typeof value !== 'object' || value === null) return [[key, value]];
    return [[key, withOverrides(text ?? {}, value)]];
  });
  return { ...texts, ...(Object.fromEntries(replaced) as Partial<T>) };
};

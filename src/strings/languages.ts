/** The languages of the user interface, and which one a page gets. */
import { onDemand } from '../ui/on-demand.js';
import type { Language } from './strings.js';

type LoadLanguage = () => Promise<{ readonly default: Language }>;

/** English is part of the element. Each of the others is loaded when a page needs it. */
const OWN: Readonly<Record<string, LoadLanguage>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  he: () => import('./he.js'),
  hi: () => import('./hi.js'),
  id: () => import('./id.js'),
  it: () => import('./it.js'),
  ja: () => import('./ja.js'),
  ko: () => import('./ko.js'),
  nl: () => import('./nl.js'),
  pl: () => import('./pl.js'),
  'pt-BR': () => import('./pt-BR.js'),
  ru: () => import('./ru.js'),
  tr: () => import('./tr.js'),
  uk: () => import('./uk.js'),
  vi: () => import('./vi.js'),
  'zh-CN': () => import('./zh-CN.js'),
  'zh-TW': () => import('./zh-TW.js'),
};

const languages = new Map(
  Object.entries(OWN).map(([tag, load]) => [tag, onDemand('default', load)]),
);

/** The regional language of a tag without a region. */
const REGIONAL: Readonly<Record<string, string>> = { pt: 'pt-BR' };

const listeners = new Set<() => void>();

/** Calls the listener when a language is added. Returns an unsubscribe function. */
export const onLanguageDefined = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Adds a language, or replaces one, for all elements of the page. `load` resolves with a module whose default export
 * is a `Language`. Throws RangeError if `tag` is not a valid BCP 47 tag.
 */
export const defineLanguage = (tag: string, load: LoadLanguage): void => {
  languages.set(Intl.getCanonicalLocales(tag)[0] ?? tag, onDemand('default', load));
  for (const listener of listeners) listener();
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

/** Loads a language once. A failed download is tried again at the next call. */
export const loadLanguage = async (name: string): Promise<Language> => {
  const load = languages.get(name);
  if (load === undefined) throw new RangeError(`There is no language ${name}.`);
  return (await load()).default;
};

/** Replaces texts, by each of these in turn. A text of another type than the one it replaces is ignored. */
export const withOverrides = <T extends object>(
  texts: T,
  ...replacing: readonly (object | null | undefined)[]
): T => {
  let result = texts;
  for (const overrides of replacing) {
    const before = result as Record<string, unknown>;
    const replaced = Object.entries(overrides ?? {}).flatMap(([key, value]: [string, unknown]) => {
      const text = before[key];
      if (text !== undefined && typeof value !== typeof text) return [];
      if (typeof value !== 'object' || value === null) return [[key, value]];
      return [[key, withOverrides(text ?? {}, value)]];
    });
    result = { ...result, ...(Object.fromEntries(replaced) as Partial<T>) };
  }
  return result;
};

/** True if both replace the same texts. A page may create the same object again and again. */
export const sameTexts = (one: unknown, other: unknown): boolean => {
  const written = (texts: unknown): string =>
    JSON.stringify(texts ?? null, (_key, text: unknown) =>
      typeof text === 'function' ? String(text) : text,
    );
  return written(one) === written(other);
};

/** Which language's rules a text is searched by. */

/** The language that Intl knows no rules of its own for goes by: its rules are the root's. */
const ROOT = 'en';

const NO_LANGUAGE = new Set(['und', 'mul', 'zxx', 'mis']);

/** The language and script of a BCP-47 tag; null where it is none. Regions spell alike. */
const languageOf = (tag: string): string | null => {
  try {
    // some engines tell no language for `und`
    const { language = 'und', script }: Partial<Intl.Locale> = new Intl.Locale(tag);
    if (NO_LANGUAGE.has(language)) return null;
    const known = script === undefined ? language : `${language}-${script}`;
    return Intl.Collator.supportedLocalesOf(known).length > 0 ? known : ROOT;
  } catch {
    return null;
  }
};

/** A function from tags, the most telling first, to the language whose rules apply. */
export const createLocales = (): ((...tags: (string | null | undefined)[]) => string) => {
  const known = new Map<string, string | null>();
  return (...tags) => {
    for (const tag of tags) {
      if (tag === null || tag === undefined) continue;
      let language = known.get(tag);
      if (language === undefined) known.set(tag, (language = languageOf(tag)));
      if (language !== null) return language;
    }
    return ROOT;
  };
};

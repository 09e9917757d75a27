/** Numbers, amounts, times and lists in a language, made with `Intl`. */

/** A time, split up so that each language can put it into words. */
export interface SpokenTime {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** One text per plural category of the language. `#` stands for the number. */
export type PluralForms = { readonly other: string } & {
  readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string;
};

export interface Formats {
  /** A BCP 47 tag. */
  readonly locale: string;
  number(value: number): string;
  /** 0 to 1 as “63%”. Rounded down, so that 100% means complete. */
  percent(fraction: number): string;
  /** Bytes as “12.3 MB”. */
  bytes(bytes: number): string;
  /** Seconds as “40 sec”, “5 min” or “2 hr 10 min”, rounded. */
  duration(seconds: number): string;
  /** “1 hour 2 minutes”. Parts that are 0 are left out. */
  spoken(time: SpokenTime): string;
  /** A number of things, such as “3 speakers”. */
  count(value: number, forms: PluralForms): string;
  /** The name of the language of a BCP 47 tag. Null if the tag names no language. */
  languageName(tag: string): string | null;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Tags that name no language: undetermined, several, none (ISO 639-2). */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis']);

/** All numbers have the digits 0 to 9, like the times of the player. */
const DIGITS = { numberingSystem: 'latn' } as const;

const makeFormats = (locale: string): Formats => {
  /** Cached, as creating a format costs more than a hundred uses of it. */
  const made = new Map<string, Intl.NumberFormat>();
  const format = (value: number, options: Intl.NumberFormatOptions = {}): string => {
    const key = JSON.stringify(options);
    const known = made.get(key) ?? new Intl.NumberFormat(locale, { ...DIGITS, ...options });
    made.set(key, known);
    return known.format(value);
  };
  const unit = (value: number, name: string, unitDisplay: 'short' | 'long', digits = 0): string =>
    format(value, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: digits });
  const joined = (parts: readonly string[]): string =>
    new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts);
  const plurals = new Intl.PluralRules(locale);
  return {
    locale,
    number: (value) => format(value),
    // 0.29 × 100 is a little less than 29.
    percent: (fraction) => format(Math.floor(fraction * 100 + 1e-6) / 100, { style: 'percent' }),
    bytes(bytes) {
      const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
      const value = bytes / 1000 ** power;
      const display = power === 0 ? 'long' : 'short';
      return unit(value, UNITS[power] ?? 'byte', display, value < 10 && power > 0 ? 1 : 0);
    },
    duration(seconds) {
      if (seconds < 10) return unit(Math.max(1, Math.ceil(seconds)), 'second', 'short');
      if (seconds < 90) return unit(Math.ceil(seconds / 5) * 5, 'second', 'short');
      const minutes = Math.round(seconds / 60);
      if (minutes < 90) return unit(minutes, 'minute', 'short');
      const hours = unit(Math.floor(minutes / 60), 'hour', 'short');
      return minutes % 60 === 0 ? hours : joined([hours, unit(minutes % 60, 'minute', 'short')]);
    },
    spoken({ hours, minutes, seconds }) {
      const parts = [
        ...(hours > 0 ? [unit(hours, 'hour', 'long')] : []),
        ...(minutes > 0 ? [unit(minutes, 'minute', 'long')] : []),
        ...(seconds > 0 || (hours === 0 && minutes === 0) ? [unit(seconds, 'second', 'long')] : []),
      ];
      return joined(parts);
    },
    count: (value, forms) =>
      (forms[plurals.select(value)] ?? forms.other).replace('#', format(value)),
    languageName(tag) {
      if (NO_LANGUAGE.has(tag)) return null;
      try {
        return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
      } catch {
        return tag;
      }
    },
  };
};

const cache = new Map<string, Formats>();

/** The formats of a locale. Falls back to English if `locale` is not a valid tag. */
export const formatsOf = (locale: string): Formats => {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  let made: Formats;
  try {
    made = makeFormats(locale);
  } catch {
    made = makeFormats('en');
  }
  cache.set(locale, made);
  return made;
};

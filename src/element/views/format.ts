/** Formats amounts with `Intl` in the element's language. */

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The language of the text around an element; undefined if the page does not set one. */
export const localeOf = (element: Element): string | undefined =>
  (element.closest<HTMLElement>('[lang]')?.lang ?? '') || undefined;

/** Cached, as creating a format costs more than a hundred uses of it. */
const formats = new Map<string, Intl.NumberFormat>();

const numberFormat = (
  locale: string | undefined,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat => {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** Bytes as “12.3 MB”. */
export const formatBytes = (bytes: number, locale?: string): string => {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return numberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value);
};

/** 0 to 1 as “63%”. Rounded down, so that 100% means complete. */
export const formatPercent = (fraction: number, locale?: string): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
    Math.floor(fraction * 100) / 100,
  );

/** Seconds as “40 sec” or “5 min”, rounded, as they are estimates. */
export const formatDuration = (seconds: number, locale?: string): string => {
  const [value, unit] =
    seconds < 10
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds < 90
        ? [Math.ceil(seconds / 5) * 5, 'second']
        : seconds < 5400
          ? [Math.round(seconds / 60), 'minute']
          : [Math.round(seconds / 3600), 'hour'];
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
};

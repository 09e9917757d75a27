/** Messages in the console for the developers of a page. Users read their own words in the element. */
import type { TranscribeError } from '../protocol/errors.js';
import { ENGLISH_FAILURES } from '../protocol/failures.js';
import type { StringsGroup } from '../shown/page-language.js';
import type { ElementSettings } from './settings.js';

/** The settings whose values are printed: a `file-url` may be presigned. */
type PrintedSettings = Pick<ElementSettings, 'serviceUrl' | 'backendUrl'>;

/** The page of the documentation for a word of the message. The first that fits. */
export const PAGES: readonly (readonly [word: RegExp, page: string])[] = [
  [/Content Security Policy/, 'docs/security.md#content-security-policy'],
  [/“allowedFileHosts”/, 'docs/backend.md#options'],
  [/“backend-url”/, 'docs/backend.md#mount-it'],
  [/“service-url”/, 'docs/errors.md#codes'],
  [/“[a-z-]+”/i, 'docs/element.md#attributes-and-properties'],
  [/^/, 'docs/errors.md#codes'],
];

/** The whole message for an error `configuration`: what is wrong, what was received, and where to read on. */
const adviceFor = (error: TranscribeError, settings: PrintedSettings): string => {
  const { message, cause } = error;
  const values = { 'service-url': settings.serviceUrl, 'backend-url': settings.backendUrl };
  const received = [
    ...Object.entries(values)
      .filter(([attribute]) => message.includes(`“${attribute}”`))
      .map(([attribute, value]) => `${attribute} is ${JSON.stringify(value)}`),
    ...(cause instanceof Error ? [cause.message] : []),
  ];
  const page = PAGES.find(([word]) => word.test(message))?.[1] ?? '';
  return [
    message,
    ...(received.length > 0 ? [`Received: ${received.join('; ')}.`] : []),
    `See ${page} in the package audio-transcribe.`,
  ].join(' ');
};

/** What is wrong with the texts in `strings`: each misspelled name and each wrong type. */
const mistakesIn = (texts: object, overrides: object, path = 'strings'): string[] =>
  Object.entries(overrides).flatMap(([key, value]: [string, unknown]) => {
    const name = `${path}.${key}`;
    const text = (texts as Record<string, object | undefined>)[key];
    if (text === undefined) return [`${name} is unknown`];
    if (typeof value !== typeof text) return [`${name} is a ${typeof value}, not a ${typeof text}`];
    // The texts of a group are checked when they are loaded.
    const isGroup = typeof value === 'object' && value !== null && Object.keys(text).length > 0;
    return isGroup ? mistakesIn(text, value, name) : [];
  });

/** Each message is printed once per page. */
const logged = new Set<string>();

const tell = (message: string, level: 'error' | 'info' = 'error'): void => {
  if (logged.has(message)) return;
  logged.add(message);
  // eslint-disable-next-line no-console -- the developers of the page read nothing else
  console[level](`[audio-transcribe] ${message}`);
};

const WAITING =
  'Waiting for “backend-url” or a “backend” object. See docs/element.md#settings-that-change.';

/** Prints an error `configuration`. Without one, prints what the work waits for, which the page may still set. */
export const tellError = (error: TranscribeError | null, settings: PrintedSettings): void =>
  error === null ? tell(WAITING, 'info') : tell(adviceFor(error, settings));

/** Prints that something else answers instead of whom the page asked. */
export const tellAnswer = (message: string): void =>
  tell(`${message} See docs/errors.md#who-answers in the package audio-transcribe.`);

/** Prints that the browser refuses to store anything. */
export const tellNoStorage = (): void =>
  tell(
    'This browser stores nothing for this page, so a reload starts over. See docs/element.md#after-a-reload in the package audio-transcribe.',
    'info',
  );

const checked = new WeakSet<object>();

/** Prints which replaced texts are ignored. `texts` are the English ones of the group. */
export const tellMistakes = (group: StringsGroup, texts: object, overrides: object): void => {
  if (checked.has(overrides)) return;
  checked.add(overrides);
  const isElement = group === 'element';
  const known = isElement
    ? { ...texts, failures: ENGLISH_FAILURES, reader: {}, microphone: {}, queue: {} }
    : texts;
  const path = isElement ? 'strings' : `strings.${group}`;
  for (const mistake of mistakesIn(known, overrides, path)) {
    tell(`${mistake}, so this text is ignored. See docs/languages.md#replacing-texts.`);
  }
};

import {
  DETECTION_LEVELS,
  languageTag,
  MODELS,
  TRANSCRIPTION_DEFAULTS,
  TranscribeError,
  transcriptionRequest,
  type TranscriptionOptions,
} from '../../protocol/index.js';

/** Stands for the address of a file that is not uploaded yet. */
const ANY_ADDRESS = 'https://upload.invalid/';

const takes = (fileUrl: string, options: TranscriptionOptions): boolean => {
  try {
    transcriptionRequest(fileUrl, options);
    return true;
  } catch {
    return false;
  }
};

const quoted = (values: readonly unknown[]): string =>
  values.map((value) => `“${String(value)}”`).join(' or ');

/** `en_US` and `en_US.UTF-8`, as operating systems write them, are `en-US` in BCP 47. */
const suggestedLanguage = (given: unknown): string => {
  const tag = String(given)
    .trim()
    .replace(/[.@].*$/s, '')
    .replaceAll('_', '-');
  try {
    return `Use “${languageTag(tag, '')}”.`;
  } catch {
    return 'Use a BCP-47 language code such as “en-US”, or “auto”.';
  }
};

/** What each setting takes, by the name of its property. */
const ADVICE: Readonly<Record<keyof TranscriptionOptions, (given: unknown) => string>> = {
  language: suggestedLanguage,
  model: () => `Use ${quoted(MODELS)}.`,
  detectionLevel: () => `Use ${quoted(DETECTION_LEVELS)}.`,
  decodeSilence: () => 'Use true or false.',
  diarization: () => 'Use true or false.',
  returnEmbedding: () => 'Use true or false.',
};

const attributeOf = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const misconfigured = (what: string): TranscribeError =>
  new TranscribeError('configuration', `This page is not set up to transcribe: ${what}`);

/**
 * Checks what a page asks of a transcription (4.7) before a byte is read. Throws TranscribeError `configuration` with
 * a sentence that names the attribute and the right form. `fileUrl` is undefined for a file that is to be uploaded.
 */
export const checkOptions = (options: TranscriptionOptions, fileUrl?: string): void => {
  const names = Object.keys(TRANSCRIPTION_DEFAULTS) as (keyof TranscriptionOptions)[];
  for (const name of names) {
    const value = options[name];
    if (takes(ANY_ADDRESS, { [name]: value })) continue;
    throw misconfigured(`“${attributeOf(name)}” is “${String(value)}”. ${ADVICE[name](value)}`);
  }
  if (fileUrl === undefined || takes(fileUrl, {})) return;
  // The address itself is not quoted: it may be a presigned one.
  throw misconfigured(
    '“file-url” must be an absolute http or https address without a user name or a password.',
  );
};

/** Cleans text: one line, no blank lines, no control characters. */

// C0 and C1 controls except tab and line breaks, noncharacters, and halves of characters.
// eslint-disable-next-line no-control-regex
const UNPRINTABLE = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff\p{Cs}]/gu;
const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;
// White space, the Braille sign without dots, and characters without a glyph, such as zero-width ones and soft hyphens.
const BLANK = /^[\0-\x20\x7f-\x9f\ufffe\uffff\p{Cs}\s\u2800\p{Default_Ignorable_Code_Point}]*$/u;

/** The text without characters that are no text: controls such as NUL and escape, and halves of characters. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '');

/**
 * The text with each direction that it opens closed at its end, and without signs that do not close the last one it opened. So it
 * changes the direction of no other text.
 */
export const closed = (text: string): string => {
  /** What closes the directions that are open, the last one first. */
  let open = '';
  const kept = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (sign) => {
    const end = sign < '\u2066' ? '\u202c' : '\u2069';
    if (sign !== end) open = end + open;
    else if (open[0] === end) open = open.slice(1);
    else return '';
    return sign;
  });
  return kept + open;
};

/** True if the text has nothing to see: white space and invisible characters only. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** A code point with its marks, also half-width voicing marks, or a syllable of decomposed Hangul. Graphemes are too long: they join the letters of some scripts. */
export const CLUSTER = /[^][\p{M}\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7ff]*/gu;

/** The lines of a text, trimmed. Blank lines are removed. */
export const filledLines = (text: string): string[] =>
  printable(text)
    .split(LINE_BREAK)
    .map((line) => line.trim())
    .filter((line) => !isBlank(line));

/** The text on one line. */
export const oneLine = (text: string): string => filledLines(text).join(' ').replace(/\s+/g, ' ');

/** True if the text needs no space after it before another text in such a script. */
export const isUnspacedAtEnd = (text: string): boolean =>
  UNSPACED.test([...text.slice(-2)].at(-1) ?? '');

/** True if the text needs no space before it after another text in such a script. */
export const isUnspacedAtStart = (text: string): boolean =>
  UNSPACED.test([...text.slice(0, 2)][0] ?? '');

/** True if a space separates two texts that follow each other. */
export const needsSpace = (before: string, after: string): boolean =>
  !(isUnspacedAtEnd(before) && isUnspacedAtStart(after));

/** Adds a leading space to each text except the first, if the scripts use spaces. Empty texts are removed. */
export const withBlanks = (texts: readonly string[]): string[] => {
  const filled = texts.filter((text) => text !== '');
  return filled.map((text, index) => {
    const previous = filled[index - 1];
    return previous && needsSpace(previous, text) ? ` ${text}` : text;
  });
};

export const joinTexts = (texts: readonly string[]): string => withBlanks(texts).join('');

/** True if the first strong character is right-to-left, as `dir=auto` decides it. */
export const isRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}\p{sc=Samaritan}\p{sc=Mandaic}\p{sc=Hanifi_Rohingya}]/u.test(
    text,
  );

const LANGUAGE_TAG = /^(?!auto$)[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** A tag that is safe in an attribute or a file. Undefined if it is not a BCP-47 tag, or is `auto`. */
export const languageTag = (tag: string | null | undefined): string | undefined =>
  tag && LANGUAGE_TAG.test(tag) ? tag : undefined;

/** The text as content or as an attribute in HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Characters as a person sees and counts them: a letter with its marks, or an emoji of several signs. */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export const charactersOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/** True if no character is cut at this place, in UTF-16 units. */
export const isBetweenCharacters = (text: string, at: number): boolean =>
  (graphemes.segment(text).containing(at)?.index ?? text.length) === at;

/** The longest start of whole characters that has at most this many UTF-16 units. */
export const wholeStart = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, graphemes.segment(text).containing(most)?.index);

/** What makes one emoji of several signs. */
const JOINS_EMOJI = /[\u200d\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** The places within an emoji of several signs, such as a family, a flag or a hand with a skin tone. */
export const placesInEmoji = (text: string): ReadonlySet<number> => {
  const places = new Set<number>();
  if (!JOINS_EMOJI.test(text)) return places;
  for (const { segment, index } of graphemes.segment(text))
    if (EMOJI.test(segment)) for (let at = 1; at < segment.length; at += 1) places.add(index + at);
  return places;
};

/** Where a text may be broken: no word torn, no punctuation parted from its word, right for scripts without blanks too. */
import { filledLines } from '../plain-text.js';

/** What comes to an end before a piece. */
export type BreakGrade = 'word' | 'clause' | 'sentence';

/** A stretch of text that stays together. */
export interface Piece {
  readonly text: string;
  /** Whether a blank parts it from the piece before. */
  readonly spaced: boolean;
  readonly grade: BreakGrade;
}

/** Splits texts of one language. */
export interface TextSplitter {
  pieces(text: string): readonly Piece[];
  graphemes(text: string): Iterable<string>;
}

/** Scripts that are broken between words, or signs, that no blank parts. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uffef]/u;
/** No line begins with these: what closes, what ends, small kana, marks of length and repetition. */
const NOT_FIRST =
  /[\u00a0\u202f\p{Pe}\p{Pf}\p{M}\p{Cf},.!?:;%‰…‥·、。・‼⁇⁈⁉，．！？：；％｡､･،؛؟۔।॥〜～゠–—ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｰๆฯໆຯៗ។៕၊။]/u;
/** No line ends with these: what opens, and signs of money. */
const NOT_LAST = /[\u200d\u00a0\u202f\u2060\ufeff\p{Ps}\p{Pi}\p{Sc}]/u;
/** Opens as well as closes. */
const STRAIGHT_QUOTE = /["'＂＇]/;
/** A blank that may be broken at; the two non-breaking ones may not. */
const BLANK = /^[^\S\u00a0\u202f]+$/u;
const CLAUSE_END = /[,;:.!?…‥–—、。，．；：！？،؛؟۔।॥។၊။][\p{Pe}\p{Pf}"'＂＇]*$/u;
/** Such as `Mr.` and `St.`: the sentence goes on, whatever the dot seems to say. */
const SHORT_FORM = /(?:^|[\s\p{Ps}\p{Pi}"'])\p{Lu}\p{L}{0,2}\.$/u;

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? '';

const mayPart = (before: string, after: string, spaced: boolean): boolean => {
  const last = lastCharacter(before);
  const first = firstCharacter(after);
  if (NOT_LAST.test(last)) return false;
  // A dash between blanks stands for itself: it may begin a line.
  if (NOT_FIRST.test(first) && !(spaced && /[–—]/.test(first))) return false;
  if (spaced) return true;
  if (STRAIGHT_QUOTE.test(last) || STRAIGHT_QUOTE.test(first)) return false;
  return UNSPACED.test(last) || UNSPACED.test(first) || last === '—';
};

const gradeOf = (before: string, after: string, spaced: boolean, sentence: boolean): BreakGrade => {
  if (sentence && !SHORT_FORM.test(before)) return 'sentence';
  if (CLAUSE_END.test(before) && !SHORT_FORM.test(before)) return 'clause';
  // Thai and its kin write a blank where others write a comma.
  const phrase =
    spaced && UNSPACED.test(lastCharacter(before)) && UNSPACED.test(firstCharacter(after));
  return phrase ? 'clause' : 'word';
};

const knownLocale = (locale: string | null | undefined): string | undefined => {
  try {
    return locale ? Intl.getCanonicalLocales(locale)[0] : undefined;
  } catch {
    return undefined;
  }
};

/** For a BCP-47 tag; one that is none counts as no language. Making one is slow: keep it. */
export const createTextSplitter = (locale?: string | null): TextSplitter => {
  const known = knownLocale(locale);
  const words = new Intl.Segmenter(known, { granularity: 'word' });
  const sentences = new Intl.Segmenter(known, { granularity: 'sentence' });
  const graphemes = new Intl.Segmenter(known, { granularity: 'grapheme' });

  const ofLine = (line: string, follows: boolean): Piece[] => {
    const starts = new Set(Array.from(sentences.segment(line), ({ index }) => index));
    const pieces: Piece[] = [];
    let text = '';
    let blank = false;
    let next: Omit<Piece, 'text'> = { spaced: follows, grade: 'sentence' };
    for (const { segment, index } of words.segment(line)) {
      if (BLANK.test(segment)) {
        blank = true;
        continue;
      }
      if (text !== '' && mayPart(text, segment, blank)) {
        pieces.push({ ...next, text });
        next = { spaced: blank, grade: gradeOf(text, segment, blank, starts.has(index)) };
        text = segment;
      } else text += (blank ? ' ' : '') + segment;
      blank = false;
    }
    return text === '' ? pieces : [...pieces, { ...next, text }];
  };

  return {
    pieces: (text) =>
      filledLines(text)
        // A non-breaking blank beside another is a blank like any.
        .map((line) => line.replace(/\s{2,}|[^\S\u00a0\u202f]/gu, ' '))
        .flatMap((line, at) => ofLine(line, at > 0)),
    *graphemes(text) {
      for (const { segment } of graphemes.segment(text)) yield segment;
    },
  };
};

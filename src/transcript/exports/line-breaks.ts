/** Finds where a line may break: never in a word or before its punctuation, also in scripts without spaces. */
import { filledLines } from '../plain-text.js';

export type BreakGrade = 'word' | 'clause' | 'sentence';

/** Text that must stay on one line. */
export interface Piece {
  readonly text: string;
  /** True if a space separates it from the previous piece. */
  readonly spaced: boolean;
  readonly grade: BreakGrade;
}

/** Scripts that may break between words or characters without a space. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uffef]/u;
/** A line must not begin with these: closing brackets, end punctuation, small kana, repetition marks. */
const NOT_FIRST =
  /[\u00a0\u202f\p{Pe}\p{Pf}\p{M}\p{Cf},.!?:;%‰…‥·、。・‼⁇⁈⁉，．！？：；％｡､･،؛؟۔।॥〜～゠–—ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｰๆฯໆຯៗ។៕၊။]/u;
/** A line must not end with these: opening brackets and currency signs. */
const NOT_LAST = /[\u200d\u00a0\u202f\u2060\ufeff\p{Ps}\p{Pi}\p{Sc}]/u;
/** Straight quotes both open and close. */
const STRAIGHT_QUOTE = /["'＂＇]/;
/** White space that may break. The two non-breaking spaces may not. */
const BLANK = /^[^\S\u00a0\u202f]+$/u;
const CLAUSE_END = /[,;:.!?…‥–—、。，．；：！？،؛؟۔।॥។၊။][\p{Pe}\p{Pf}"'＂＇]*$/u;
/** Abbreviations such as `Mr.` and `St.`, which don't end a sentence. */
const SHORT_FORM = /(?:^|[\s\p{Ps}\p{Pi}"'])\p{Lu}\p{L}{0,2}\.$/u;

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? '';

const mayPart = (before: string, after: string, spaced: boolean): boolean => {
  const last = lastCharacter(before);
  const first = firstCharacter(after);
  if (NOT_LAST.test(last)) return false;
  // A dash with a space before it may begin a line.
  if (NOT_FIRST.test(first) && !(spaced && /[–—]/.test(first))) return false;
  if (spaced) return true;
  if (STRAIGHT_QUOTE.test(last) || STRAIGHT_QUOTE.test(first)) return false;
  return UNSPACED.test(last) || UNSPACED.test(first) || last === '—';
};

const gradeOf = (before: string, after: string, spaced: boolean, sentence: boolean): BreakGrade => {
  if (sentence && !SHORT_FORM.test(before)) return 'sentence';
  if (CLAUSE_END.test(before) && !SHORT_FORM.test(before)) return 'clause';
  // Thai and similar scripts use a space where other scripts use a comma.
  const phrase =
    spaced && UNSPACED.test(lastCharacter(before)) && UNSPACED.test(firstCharacter(after));
  return phrase ? 'clause' : 'word';
};

const knownLocale = (locale: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
};

export type TextSplitter = ReturnType<typeof createTextSplitter>;

/** For a BCP-47 tag; an empty or invalid one counts as no language. Creating one is slow, so reuse it. */
export const createTextSplitter = (locale: string) => {
  const known = knownLocale(locale);
  const words = new Intl.Segmenter(known, { granularity: 'word' });
  const sentences = new Intl.Segmenter(known, { granularity: 'sentence' });

  const ofLine = (line: string, follows: boolean): Piece[] => {
    const starts = new Set([...sentences.segment(line)].map(({ index }) => index));
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
    pieces: (text: string): readonly Piece[] =>
      filledLines(text)
        // A non-breaking space next to another space counts as an ordinary space.
        .map((line) => line.replace(/\s{2,}|[^\S\u00a0\u202f]/gu, ' '))
        .flatMap((line, at) => ofLine(line, at > 0)),
  };
};

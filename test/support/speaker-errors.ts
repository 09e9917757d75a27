/** The share of the time in which the wrong speaker is named. */
import { wordErrors, wordsOf } from './word-errors.js';

export interface LabelledSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly speaker?: string;
}

export interface SpokenLine {
  readonly voice: string;
  readonly text: string;
}

/** Every mapping of labels to distinct voices, or none. */
const mappings = (
  labels: readonly string[],
  voices: readonly string[],
): readonly ReadonlyMap<string, string>[] => {
  const [label, ...rest] = labels;
  if (label === undefined) return [new Map()];
  const given = voices.flatMap((voice) => {
    const others = voices.filter((other) => other !== voice);
    return mappings(rest, others).map((mapping) => new Map([[label, voice], ...mapping]));
  });
  return [...mappings(rest, voices), ...given];
};

const mostFrequent = (names: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
};

/** The speaker of each segment, according to the lines of the script that its words match. */
const voicesOf = (
  segments: readonly LabelledSegment[],
  lines: readonly SpokenLine[],
): readonly (string | undefined)[] => {
  const voiceOfWord = lines.flatMap(({ voice, text }) => wordsOf(text).map(() => voice));
  const join = (parts: readonly { readonly text: string }[]): string =>
    parts.map(({ text }) => text).join(' ');
  const { standsFor } = wordErrors(join(lines), join(segments));
  let at = 0;
  return segments.map(({ text }) => {
    const own = standsFor.slice(at, (at += wordsOf(text).length));
    return mostFrequent(own.flatMap((word) => voiceOfWord[word] ?? []));
  });
};

/** The share of the segments' time with the wrong label, for the best mapping of labels to voices. */
export const speakerError = (
  segments: readonly LabelledSegment[],
  lines: readonly SpokenLine[],
): number => {
  const truth = voicesOf(segments, lines);
  const labels = [...new Set(segments.map(({ speaker }) => speaker ?? ''))];
  const timeOf = (counts: (index: number) => boolean): number =>
    segments.reduce(
      (sum, { startMs, endMs }, index) => sum + (counts(index) ? endMs - startMs : 0),
      0,
    );
  const wrong = mappings(labels, [...new Set(lines.map(({ voice }) => voice))]).map((mapping) =>
    timeOf((index) => mapping.get(segments[index]?.speaker ?? '') !== truth[index]),
  );
  return Math.min(...wrong) / (timeOf(() => true) || 1);
};

/** Repairs the times of a transcript's lines, each by itself: a wrong value changes no other line. See docs/transcript.md. */

/** What the service says about a line. */
interface GivenLine {
  /** In milliseconds. NaN if it is missing. */
  readonly start: number;
  /** In milliseconds. NaN if it is missing. */
  readonly end: number;
  readonly text: string;
}

/** A line with valid times: whole milliseconds, `0 <= start <= end`. */
interface TimedLine<Line> {
  readonly line: Line;
  readonly start: number;
  readonly end: number;
}

/** In milliseconds: about three years. A later time is as good as none. */
const LONGEST = 1e11;
/** The longest pause between two lines, in milliseconds, if the length of the recording is not known. */
const LONGEST_PAUSE = 4 * 3_600_000;
/** In milliseconds. Times this much after the recording can be its fault: a start is kept, and an end means its end. */
const LATE = 10_000;
/** In milliseconds. Lines that follow each other after the recording, with shorter pauses, say that its duration is wrong. */
const JUMP = 600_000;
/** In milliseconds. How much after the last line a line before it may end. */
const OVERHANG = 60_000;

/** NaN if the time is missing or out of range. Recognisers that count from the middle of a sound begin a little before 0. */
const usable = (value: number): number =>
  value >= -LATE && value <= LONGEST ? Math.max(0, Math.round(value)) : NaN;

/**
 * The start of the last line, and the end of the recording: Infinity if it is not known. Starts far after all others are wrong
 * if they are not most of them, and so are a few others after the recording. If many lines continue after it, it is wrong.
 */
const boundsOf = (starts: readonly number[], duration: number | null) => {
  const sorted = starts.filter((start) => start >= 0).sort((one, other) => one - other);
  // The duration is in whole seconds.
  const end = duration ? (Math.floor(duration) + 1) * 1000 : Infinity;
  const isFar = (start: number, at: number): boolean => {
    const before = sorted[at - 1];
    if (before === undefined) return start > end + LONGEST_PAUSE;
    const gap = start - before;
    return duration
      ? start > end + LATE && gap > Math.max(JUMP, end)
      : gap > before + LONGEST_PAUSE;
  };
  const far = sorted.findIndex(isFar);
  const isWrong = far >= 0 && sorted.length - far <= Math.max(1, starts.length / 2);
  const near = isWrong ? sorted.slice(0, far) : sorted;
  const punctual = near.filter((start) => start <= end + LATE);
  const few = starts.length > 2 ? Math.max(1, starts.length / 10) : 0;
  return near.length - punctual.length <= few
    ? ([punctual.at(-1) ?? 0, end] as const)
    : ([near.at(-1) ?? 0, Infinity] as const);
};

/**
 * The lines with valid times, sorted by start; lines that start together keep their order. Valid times are kept, and lines may
 * overlap. `duration` is in seconds; null or 0 if it is not known.
 */
export const repairTimes = <Line extends GivenLine>(
  lines: readonly Line[],
  duration: number | null,
): readonly TimedLine<Line>[] => {
  const starts = lines.map(({ start }) => usable(start));
  const [latest, recordingEnd] = boundsOf(starts, duration);
  let previousEnd = 0;
  const drafts = lines.map((line, index) => {
    const given = starts[index] ?? NaN;
    const start = given <= latest ? given : previousEnd;
    const end = usable(line.end);
    const most = Math.min(
      latest + (start < latest ? OVERHANG : LONGEST_PAUSE),
      recordingEnd + LATE,
    );
    const isBefore = line.end < 0 || end < start;
    const isUsable = !isBefore && end <= most;
    previousEnd = isUsable ? Math.min(end, start > recordingEnd ? end : recordingEnd) : start;
    return { line, start, end: isUsable ? previousEnd : NaN, isBefore };
  });
  drafts.sort((one, other) => one.start - other.start);
  return drafts.map(({ line, start, end, isBefore }, index) => {
    if (end >= start) return { line, start, end };
    const { length } = line.text;
    // A wrong end is near its start. A missing one is as far away as a slow speaker makes it.
    const most = isBefore
      ? Math.min(2_000, Math.max(200, 60 * length))
      : Math.max(10_000, 250 * length);
    const next = drafts[index + 1]?.start ?? (duration ? recordingEnd : start);
    return { line, start, end: Math.max(start, Math.min(next, start + most, recordingEnd)) };
  });
};

/** The edits that give a part of a paragraph to another speaker. */
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import { heardStart, type Loudness } from '../../transcript/edits/pauses.js';
import { placesIn } from '../../transcript/segment-ids.js';
import type { Segment } from '../../transcript/transcript.js';

export interface PartOfParagraph {
  /** The segment in which the part begins, and the offset of its first word there. */
  readonly segment: number;
  readonly offset: number;
  /** The segment after the part. */
  readonly end: number;
  /** The speaker. */
  readonly to: string;
  /** What else is saved with it. `offset` is one of the corrected text. */
  readonly corrections: readonly TranscriptEdit[];
  /** Null if the audio was not read. */
  readonly loudness: Loudness | null;
}

/** The segment is split where the part begins, unless that is its start. */
export const partEdits = (
  segments: readonly Segment[],
  { segment, offset, end, to, corrections, loudness }: PartOfParagraph,
): readonly TranscriptEdit[] => {
  const { idAt } = placesIn(segments);
  const from = offset === 0 ? segment : segment + 1;
  const ids = [...new Array(end - from).keys()].map((at) => idAt(from + at));

  /** Where the part starts, from its letters and from the pauses in the audio. */
  const partTime = () => {
    const own = segments[segment];
    if (!own || loudness === null) return {};
    const [text = own.text] = corrections.flatMap((edit) =>
      edit.kind === 'correct-text' && edit.segment === idAt(segment) ? [edit.text] : [],
    );
    const time_ms = heardStart({ ...own, text }, offset, loudness);
    return { time_ms, estimated: true as const };
  };

  const split: readonly TranscriptEdit[] =
    offset === 0
      ? []
      : [
          {
            kind: 'split-segment',
            ...{ segment: idAt(segment), at: offset, speaker: to },
            ...partTime(),
          },
        ];
  return [
    ...split,
    ...(ids.length === 0 ? [] : [{ kind: 'assign-speaker' as const, segments: ids, to }]),
  ];
};

/** Offers to make a correction everywhere once a person has made it in two places. Nothing of it is stored. */
import {
  replaceEverywhere,
  replacementsIn,
  type Replacement,
} from '../../transcript/edits/repeated.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import { placesIn } from '../../transcript/segment-ids.js';
import type { Segment } from '../../transcript/transcript.js';
import type { ToastMessage } from '../store.js';
import type { CorrectionOptions } from './edit-dialog.js';

/** In how many places it must have been made. */
const ENOUGH = 2;

export const createRepeatedCorrections = (
  { store, strings, onEdit }: CorrectionOptions,
  /** Says what was done, and offers to undo it. */
  onDone: (sentence: string) => void,
) => {
  /** How often each replacement was made. */
  const made = new Map<string, number>();

  const offerOf = (replacement: Replacement): ToastMessage['more'] => {
    const find = () => replaceEverywhere(store.getState().transcript.segments, replacement);
    const { count } = find();
    if (count === 0) return undefined;
    const { again, done } = strings.replacing;
    return {
      label: again(count),
      run() {
        const { edits, count: now } = find();
        onEdit(edits);
        onDone(done(now));
      },
    };
  };

  return {
    /** Call it with the segments before the edits, after they were saved. Returns an offer for the rest, if there is one. */
    note(before: readonly Segment[], edits: readonly TranscriptEdit[]): ToastMessage['more'] {
      const { indexOf } = placesIn(before);
      let offer: ToastMessage['more'];
      for (const edit of edits) {
        if (edit.kind !== 'correct-text') continue;
        const was = before[indexOf(edit.segment)]?.text ?? '';
        for (const replacement of replacementsIn(was, edit.text)) {
          const key = JSON.stringify(replacement);
          const times = (made.get(key) ?? 0) + 1;
          made.set(key, times);
          if (times >= ENOUGH) offer ??= offerOf(replacement);
        }
      }
      return offer;
    },
  };
};

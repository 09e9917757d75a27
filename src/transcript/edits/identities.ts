import { oneLine } from '../plain-text.js';
import { firstIdentities, type SpeakerIdentities } from '../speakers.js';
import type { Transcript } from '../transcript.js';
import type { TranscriptEdit } from './edits.js';

/** Who each speaker is after edits. A renamed one stays the same; a new one gets an index that was never used. */
export const speakerIdentities = ({
  original,
  edits,
}: {
  readonly original: Transcript;
  readonly edits: readonly TranscriptEdit[];
}): SpeakerIdentities => {
  const identities = new Map(firstIdentities(original));
  let unused = identities.size;
  const appears = (given: string | null): void => {
    const name = given === null ? null : oneLine(given);
    if (!identities.has(name)) identities.set(name, { index: unused++, number: null, label: null });
  };
  for (const edit of edits) {
    if (edit.kind === 'rename-speaker') {
      const identity = identities.get(edit.from);
      identities.delete(edit.from);
      if (identity !== undefined) identities.set(oneLine(edit.to), identity);
    } else if (edit.kind === 'merge-speakers') identities.delete(edit.from);
    else if (edit.kind === 'assign-speaker') appears(edit.to);
    else if (edit.kind === 'split-segment' && edit.speaker !== undefined) appears(edit.speaker);
  }
  return identities;
};

/** Who stays who: a speaker keeps its colour and shape through corrections. */
import type { EditHistory } from './edit-history.js';
import { oneLine } from '../plain-text.js';
import { listSpeakers, type SpeakerIndexes } from '../speakers.js';

/**
 * The index of each speaker after corrections, for listSpeakers and toTurns. A speaker keeps its own
 * when it is renamed, and when others are merged into it; one that is new gets a number that nobody
 * had before.
 */
export const speakerIndexes = ({
  original,
  edits,
}: Pick<EditHistory, 'original' | 'edits'>): SpeakerIndexes => {
  const indexes = new Map<string | null, number>();
  for (const { name, index } of listSpeakers(original.segments)) indexes.set(name, index);
  let unused = indexes.size;
  for (const edit of edits) {
    if (edit.kind === 'rename-speaker') {
      const index = indexes.get(edit.from);
      indexes.delete(edit.from);
      if (index !== undefined) indexes.set(oneLine(edit.to), index);
    } else if (edit.kind === 'merge-speakers') indexes.delete(edit.from);
    else if (edit.kind === 'assign-speaker') {
      const name = edit.to === null ? null : oneLine(edit.to);
      if (!indexes.has(name)) indexes.set(name, unused++);
    }
  }
  return indexes;
};

import { sessionStateOf, stateOf, transcriptionIdOf, type Entry } from '../../queue/entries.js';
import { formValueOf } from '../form.js';

/** The states in which a task is still to come. */
const PENDING: readonly string[] = [
  ...['waiting', 'interrupted', 'preparing', 'uploading', 'paused', 'submitting'],
];

const valueOf = (entry: Entry): string =>
  entry.content.kind === 'finished'
    ? (transcriptionIdOf(entry) ?? '')
    : formValueOf(sessionStateOf(entry));

/** The ids of the tasks of a list that exist and have not failed, and whether more are to come. */
export const formValuesOf = (
  entries: readonly Entry[],
): { readonly ids: readonly string[]; readonly isPending: boolean } => ({
  ids: entries.map(valueOf).filter((id) => id !== ''),
  isPending: entries.some((entry) => entry.isOwn && PENDING.includes(stateOf(entry))),
});

/** The list of `multiple` in English. Loaded with the list. */
import type { Formats } from './number-formats.js';
import type { QueueStrings } from './strings.js';

export const queue = ({ count, number }: Formats): QueueStrings => ({
  recordings: 'Recordings',
  drop: 'Drop recordings here',
  choose: 'Choose files',
  add: 'Add files',
  readyOf: (ready, total) => `${number(ready)} of ${number(total)} ready`,
  counts: {
    uploading: (items) => `${number(items)} uploading`,
    transcribing: (items) => `${number(items)} transcribing`,
    waiting: (items) => `${number(items)} waiting`,
    unfinished: (items) => `${number(items)} not finished`,
    failed: (items) => `${number(items)} failed`,
  },
  waiting: 'Waiting',
  ready: 'Ready',
  unfinished: 'Not finished',
  inOtherTab: 'In progress in another tab',
  open: 'Open',
  remove: 'Remove',
  removed: (name) => `“${name}” was removed.`,
  undo: 'Undo',
  back: 'All recordings',
  chooseAll: 'You can choose or drop all missing files at once.',
  added: (items) => count(items, { one: '# recording added', other: '# recordings added' }),
  duplicate: (name) => `“${name}” is already in the list.`,
  duplicates: (files) => `${number(files)} of these files are already in the list.`,
  skipped: (files) =>
    count(files, {
      one: '# file in the folder isn’t a recording and was skipped.',
      other: '# files in the folder aren’t recordings and were skipped.',
    }),
  itemReady: (name) => `The transcript of “${name}” is ready`,
  onlyOne: (name) => `Only one recording at a time: only “${name}” was added.`,
  emptyFolder: (name) => `There is no recording in the folder “${name}”.`,
  droppedLink:
    'This is a link and not a file. Save the recording on this device first, then choose it there.',
  droppedNothing: 'No file arrived. Save the recording on this device first, then choose it there.',
});

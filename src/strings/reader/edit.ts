import { formatClock } from '../../transcript/index.js';
import { counted } from './words.js';

/** What the menu of a line and the corrections say. */
export interface EditStrings {
  /** Milliseconds from the start of the audio. */
  readonly rowActions: (position: number) => string;
  readonly playOnce: string;
  readonly repeat: string;
  readonly copyLink: string;
  readonly linkCopied: string;
  readonly correctText: string;
  readonly changeSpeaker: string;
  readonly text: (position: number) => string;
  readonly save: string;
  readonly cancel: string;
  readonly playLine: string;
  readonly saveKeys: string;
  readonly speakerName: string;
  readonly otherSpeakers: string;
  readonly applyTo: string;
  readonly everywhere: (lines: number) => string;
  readonly thisPassage: (lines: number) => string;
  readonly thisLine: string;
  readonly mergeWith: (name: string) => string;
  readonly mergeHint: (from: string, into: string) => string;
  readonly undo: string;
  readonly redo: string;
  readonly done: {
    readonly renamed: (name: string) => string;
    readonly merged: (name: string) => string;
    readonly assigned: (name: string) => string;
    readonly corrected: string;
    readonly undone: string;
    readonly redone: string;
  };
}

export const englishEditStrings: EditStrings = {
  rowActions: (position) => `More for the line at ${formatClock(position)}`,
  playOnce: 'Play this line only',
  repeat: 'Repeat this line',
  copyLink: 'Copy a link to here',
  linkCopied: 'The link is copied.',
  correctText: 'Correct the text',
  changeSpeaker: 'Change the speaker',
  text: (position) => `Text of the line at ${formatClock(position)}`,
  save: 'Save',
  cancel: 'Cancel',
  playLine: 'Play line',
  saveKeys: 'Enter saves, Escape leaves it as it was.',
  speakerName: 'Speaker',
  otherSpeakers: 'Somebody else here',
  applyTo: 'Change it',
  everywhere: (lines) => `Everywhere (${counted(lines, 'line')})`,
  thisPassage: (lines) => `In this passage only (${counted(lines, 'line')})`,
  thisLine: 'In this line only',
  mergeWith: (name) => `Merge with ${name}`,
  mergeHint: (from, into) => `All that ${from} says will be ${into}’s.`,
  undo: 'Undo',
  redo: 'Redo',
  done: {
    renamed: (name) => `The speaker is now ${name}.`,
    merged: (name) => `Merged: all of it is now ${name}’s.`,
    assigned: (name) => `This is now ${name}’s.`,
    corrected: 'The text is corrected.',
    undone: 'The correction is undone.',
    redone: 'The correction is back.',
  },
};

/** Why an edit does not fit a transcript. */

export type EditProblem =
  | 'name-empty'
  | 'name-too-long'
  | 'name-taken'
  | 'speaker-unknown'
  | 'segment-unknown'
  | 'split-misplaced';

/** Maximum length of a speaker's name, in characters. */
export const MAX_NAME_LENGTH = 120;

const SENTENCES: Readonly<Record<EditProblem, string>> = {
  'name-empty': 'A speaker needs a name. Type at least one character.',
  'name-too-long': `A speaker’s name may have at most ${MAX_NAME_LENGTH} characters. Shorten it.`,
  'name-taken': 'Another speaker has this name already. Merge the two instead.',
  'speaker-unknown': 'This speaker is no longer in the transcript. Choose another speaker.',
  'segment-unknown': 'The transcript has no such line. Choose another one.',
  'split-misplaced': 'A line can only be split between two of its words. Choose another place.',
};

/** An edit that does not fit. The message tells the user what to do. */
export class EditError extends RangeError {
  override readonly name = 'EditError';
  constructor(readonly problem: EditProblem) {
    super(SENTENCES[problem]);
  }
}

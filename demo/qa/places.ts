import type { FaultPlace } from '../sandbox/index.js';

/** The name of each place, with its section of the specification. */
export const PLACES: Readonly<Record<FaultPlace, string>> = {
  'partner-token': 'Partner token (4.1)',
  'partner-refresh': 'Renewal of it (4.2)',
  'user-token': 'User token (4.3)',
  'upload-plan': 'Upload plan (4.4)',
  part: 'A chunk (4.5)',
  'complete-upload': 'Completion (4.6)',
  submit: 'Submission (4.7)',
  query: 'Query of a task (4.8)',
  download: 'Download (2.3.1)',
};

export const isPlace = (text: string): text is FaultPlace => Object.hasOwn(PLACES, text);

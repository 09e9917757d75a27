import { formatClock } from '../../transcript/index.js';

/** What the list of turns says. */
export interface ListStrings {
  readonly transcript: string;
  readonly skipTranscript: string;
  readonly endOfTranscript: string;
  readonly unknownSpeaker: string;
  /** Milliseconds from the start of the audio. */
  readonly playFrom: (position: number) => string;
  readonly follow: string;
  readonly noSpeech: string;
}

export const englishListStrings: ListStrings = {
  transcript: 'Transcript',
  skipTranscript: 'Skip the transcript',
  endOfTranscript: 'End of the transcript',
  unknownSpeaker: 'Unknown speaker',
  playFrom: (position) => `Play from ${formatClock(position)}`,
  follow: 'Follow the audio',
  noSpeech: 'No speech was found in this recording.',
};

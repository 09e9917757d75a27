/** `IntakeStrings` in English. */
import type { Formats } from './number-formats.js';
import type { IntakeStrings } from './strings.js';

export const intake = ({ number }: Formats): IntakeStrings => ({
  convert: {
    converting: { video: 'Using the sound of your video', audio: 'Converting your recording' },
    converted: {
      video: (sizes) => `Using the sound of your video: ${sizes}`,
      audio: (sizes) => `Converted recording: ${sizes}`,
    },
    sizes: (from, to) => `${from} → ${to}`,
    cutOff: (time) => `This file is incomplete. The recording ends at ${time}.`,
    progress: 'Conversion progress',
    hint: 'Your file is converted on this device. Keep this page open.',
    track: 'Audio track',
    trackName: (track, language) =>
      `Track ${number(track)}${language === null ? '' : ` (${language})`}`,
  },
  interruptions: {
    'signed-out': [
      'You’re signed out',
      'Sign in again, for example in another tab. The work then continues here by itself.',
    ],
    intercepted: [
      'Connection interrupted',
      'Something answers in place of the service: this page’s offline mode, a company’s network, or a browser extension.',
    ],
    merging: ['Finishing the upload', 'The service is putting the recording together.'],
  },
  transcribeAnyway: 'Transcribe anyway',
});

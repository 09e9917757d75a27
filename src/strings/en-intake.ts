/** What comes with `intake/`, in English. */
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
  transcribeAnyway: 'Transcribe anyway',
});

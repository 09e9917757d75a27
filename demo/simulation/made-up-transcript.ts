/** The transcript of the simulation. It says that it is made up, and what really happened to the recording. */
import { factsOf, stateOf } from './state.js';
import type { Task, Upload, Visit } from './visit.js';

/** Bytes of one second, for a file whose header does not say it. */
const USUAL_AUDIO_RATE = 16_000;
/** In ms. */
const LONGEST_LINE = 6_000;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const parts = (count: number): string => (count === 1 ? '1 part' : `${count} parts`);

const linesOf = (upload: Upload, visit: Visit): readonly string[] => {
  const { savedBytes, bytesSentAgain, ...state } = stateOf(visit, new Map());
  const { again } = factsOf(state);
  return [
    'This transcript is made up for this page. Nothing in the recording was recognised.',
    `The recording was uploaded in ${parts(upload.parts.length)}, ${megabytes(upload.size)} in all. It has not left this computer.`,
    again === 0
      ? 'Each part was sent once.'
      : `${parts(again)} had to be sent again, ${megabytes(bytesSentAgain)} in all.`,
    ...(savedBytes === 0
      ? []
      : [`${megabytes(savedBytes)} were stored before the last interruption, and not sent again.`]),
    'With a real service, this is where the words of the recording are.',
  ];
};

/** `data` of a task that has succeeded (2.4). The lines are spread over the recording. */
export const madeUpTranscript = (
  { speakers }: Pick<Task, 'speakers'>,
  upload: Upload,
  visit: Visit,
): unknown => {
  const duration = Math.max(1, Math.round(upload.size / (upload.audioRate ?? USUAL_AUDIO_RATE)));
  const lines = linesOf(upload, visit);
  const slot = (duration * 1000) / lines.length;
  return {
    text: lines.join(' '),
    language: 'en',
    duration,
    segments: lines.map((text, index) => ({
      ...(speakers ? { speaker: 'Simulation' } : {}),
      start_ms: Math.round(index * slot),
      end_ms: Math.round(index * slot + Math.min(slot, LONGEST_LINE)),
      text,
    })),
  };
};

/** Finds out who speaks when, section by section. */
import { inSections } from '../speech-intervals.js';
import { allOrNone } from '../work/all-or-none.js';
import type { Jobs } from '../work/jobs.js';
import type { Speakers } from './group-voices.js';
import type { VoiceprintsRequest } from './voiceprints.js';

export const diarize = async (
  jobs: Jobs,
  request: VoiceprintsRequest,
  signal: AbortSignal,
): Promise<Speakers> => {
  const { speech, rank } = request;
  const sections = inSections(speech).map(
    (section) => (either: AbortSignal) => jobs.voiceprints({ ...request, speech: section }, either),
  );
  const vectors = (await allOrNone(signal, sections)).flat();
  return jobs.group({ speech, vectors, rank }, signal);
};

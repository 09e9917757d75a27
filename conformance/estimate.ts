/** What a run costs, told before it starts. */
import type { Settings } from './arguments.js';
import type { Material } from './recordings/material.js';
import { longRecording, shortRecording } from './recordings/recording.js';

/** Requests of a full run, without queries of tasks. */
const REQUESTS = 140;

const secondsOf = ({ speech, own, known, others }: Material, settings: Settings): number[] => {
  if (settings.fileUrl !== null) return [0, 0, 0].map(() => known.seconds ?? 0);
  const long = own?.seconds ?? longRecording(speech, 1).seconds ?? 0;
  const short = own?.seconds ?? shortRecording(speech).seconds ?? 0;
  return [long, short, short, 0, ...others.map(({ seconds }) => seconds ?? 0)];
};

/**
 * Sentences for stderr. `transcribes`: whether a selected check submits anything; `waits`: whether one uses a token or an
 * address again later.
 */
export const estimateOf = (
  settings: Settings,
  material: Material,
  counts: { readonly checks: number; readonly transcribes: boolean; readonly waits: boolean },
): readonly string[] => {
  const { checks, transcribes, waits } = counts;
  const { submissions, tasks, fresh, thorough, maxUpload } = settings;
  const spoken = secondsOf(material, settings).slice(0, submissions);
  const seconds = spoken.reduce((sum, it) => sum + it, 0);
  const known = settings.fileUrl === null && material.own === null;
  const minutes =
    known || seconds > 0
      ? `${(seconds / 60).toFixed(1)} minutes of audio`
      : 'audio of unknown length';
  return [
    `${checks} checks, about ${Math.min(REQUESTS, 2 * checks + 10)} requests and the queries of tasks.`,
    ...(transcribes
      ? [
          `At most ${submissions} submissions, ${minutes}; requests that must be refused name an address that leads nowhere.`,
          fresh
            ? 'Everything is submitted again (--fresh).'
            : `Tasks that ${tasks} keeps from an earlier run are used again; --fresh submits again.`,
        ]
      : ['Nothing is submitted.']),
    `The recordings are made to fit ChunkSize, at most ${maxUpload / 1e6} MB each; about six are uploaded, and nothing is deleted.`,
    ...(waits ? ['Waits until its tokens and addresses are two minutes old.'] : []),
    ...(thorough ? ['--thorough waits until tokens and addresses expire: up to 28 hours.'] : []),
  ];
};

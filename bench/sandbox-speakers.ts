/** How well speakers are told apart, on recordings whose speakers are known. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diarize } from '../demo/sandbox/recognition/create-recognizer.js';
import type { Turn } from '../demo/sandbox/recognition/speakers/partition.js';
import { jobsInProcesses } from '../demo/sandbox/recognition/work/process-jobs.js';
import { allInstalled } from '../test/support/installed.js';
import { rounded, type Row, type Table } from './bench.js';
import { makeSpeakerRecordings, readClips, type SpeakerRecording } from './speaker-recordings.js';

const SEEDS = [1, 2, 3];

/** The time with the right label, for the best mapping of labels to people, and the whole time, in ms. */
const timesOf = (
  { spoken, people }: SpeakerRecording,
  turns: readonly Turn[],
): { readonly right: number; readonly whole: number } => {
  const times = new Map<string, number>();
  let whole = 0;
  for (const turn of turns)
    for (const { startMs, endMs, person } of spoken) {
      const time = Math.min(turn.endMs, endMs) - Math.max(turn.startMs, startMs);
      if (time <= 0) continue;
      whole += time;
      const key = `${turn.speaker} ${person}`;
      times.set(key, (times.get(key) ?? 0) + time);
    }
  const best = (labels: readonly number[], free: readonly string[]): number => {
    const [label, ...rest] = labels;
    if (label === undefined) return 0;
    const named = free.map(
      (person) =>
        (times.get(`${label} ${person}`) ?? 0) +
        best(
          rest,
          free.filter((other) => other !== person),
        ),
    );
    return Math.max(best(rest, free), ...named);
  };
  return { right: best([...new Set(turns.map(({ speaker }) => speaker))], people), whole };
};

export const benchSpeakers = async function* (): AsyncIterable<Table> {
  const { humanSpeechFolder, voiceModel, speakerFolder } = await allInstalled();
  const jobs = jobsInProcesses();
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-speakers-'));
  const rawFile = path.join(directory, 'audio.raw');
  const { signal } = new AbortController();
  const turnsIn = async ({ file, fileType }: SpeakerRecording): Promise<readonly Turn[]> => {
    const audio = { path: file, fileType };
    const { speech } = await jobs.listen({ audio, rawFile, voiceModel, rank: 0 }, signal);
    return (await diarize(jobs, { rawFile, speech, speakerFolder, rank: 0 }, signal)).turns;
  };
  try {
    const clips = await readClips(humanSpeechFolder);
    for (const seed of SEEDS) {
      const rows: Row[] = [];
      const sum = { right: 0, whole: 0, counted: 0 };
      for (const recording of await makeSpeakerRecordings(clips, seed)) {
        const { name, people } = recording;
        const turns = await turnsIn(recording);
        const found = new Set(turns.map(({ speaker }) => speaker)).size;
        const { right, whole } = timesOf(recording, turns);
        sum.right += right;
        sum.whole += whole;
        if (found === people.length) sum.counted += 1;
        rows.push({
          recording: name,
          speakers: `${found} of ${people.length}`,
          'wrong speaker, % of time': rounded(100 * (1 - right / whole), 1),
        });
      }
      rows.push({
        recording: 'all',
        speakers: `${sum.counted} of ${rows.length} right`,
        'wrong speaker, % of time': rounded(100 * (1 - sum.right / sum.whole), 1),
      });
      yield { title: `Speakers (seed ${seed})`, rows };
    }
  } finally {
    await jobs.close?.();
    await rm(directory, { recursive: true, force: true });
  }
};

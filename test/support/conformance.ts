/** Runs the conformance suite in this process against a sandbox, with a clock that makes waits instant. */
import { fileURLToPath } from 'node:url';
import type { Settings } from '../../conformance/arguments.js';
import type { Finding } from '../../conformance/finding.js';
import { readRecording } from '../../conformance/recording.js';
import type { Report } from '../../conformance/report.js';
import { runConformance, type Outcome } from '../../conformance/run.js';
import { noRecognizer, type Recognizer, type Sandbox } from '../../demo/sandbox/index.js';

/** Returns real durations and intervals but made-up speakers, because only the format is checked. */
export const labellingRecognizer = (): Recognizer => {
  const { name, recognize } = noRecognizer();
  return {
    name,
    recognize: async (audio, request, watch) => {
      const recognition = await recognize(audio, request, watch);
      if (!request.diarization) return recognition;
      const segments = recognition.segments.map((segment, index) => ({
        ...segment,
        speaker: `S${(index % 2) + 1}`,
      }));
      return { ...recognition, segments };
    },
  };
};

export interface Run {
  readonly outcome: Outcome;
  /** All waits, in ms. */
  readonly waits: readonly number[];
}

export const runAgainst = async (
  { serviceUrl, credentials }: Pick<Sandbox, 'serviceUrl' | 'credentials'>,
  settings: Partial<Settings> = {},
  deadline: (ms: number) => AbortSignal = (ms) => AbortSignal.timeout(ms),
): Promise<Run> => {
  const waits: number[] = [];
  const sample = new URL('../../demo/samples/voicemail.wav', import.meta.url);
  const outcome = await runConformance({
    settings: {
      serviceUrl,
      credentials,
      audio: null,
      only: [],
      json: null,
      submissions: 2,
      timeoutSeconds: 30,
      waitSeconds: 900,
      ...settings,
    },
    recording: await readRecording(fileURLToPath(sample)),
    ports: {
      fetch: globalThis.fetch,
      now: () => Date.now(),
      sleep: async (ms) => {
        waits.push(ms);
        await new Promise(setImmediate);
      },
      deadline,
    },
  });
  return { outcome, waits };
};

export const reportOf = ({ outcome }: Run): Report => {
  if (outcome.kind !== 'report') throw new Error(outcome.sentence);
  return outcome.report;
};

export const sentenceOf = ({ outcome }: Run): string =>
  outcome.kind === 'could-not-run' ? outcome.sentence : 'it ran';

export const findingOf = (run: Run, id: string): Finding => {
  const result = reportOf(run).results.find((it) => it.id === id);
  if (result === undefined) throw new Error(`there is no check ${id}`);
  return result.finding;
};

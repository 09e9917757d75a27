/** A scenario as plain JSON: a file, what goes wrong, and how it must end. Read strictly. */
import { ERROR_CODES, type TranscribeErrorCode } from '../../../src/protocol/errors.js';
import {
  ContractError,
  array,
  at,
  finite,
  flag,
  listOf,
  oneOf,
  textOfLength,
  type Reader,
} from '../../../src/protocol/read.js';
import { DETECTION_LEVELS, MODELS } from '../../../src/protocol/types.js';
import { parseFault } from '../../sandbox/faults/parse-faults.js';
import type { Fault } from '../../sandbox/faults/catalogue.js';
import { knownRecord, parseRecipe, type FileRecipe } from '../files/recipe.js';

const whole =
  (least: number, most: number): Reader<number> =>
  (value, path) => {
    const number = finite(value, path);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new ContractError(path, `must be a whole number from ${least} to ${most}`);
  };

/** The link between the page and the sandbox. A missing condition has the sandbox's default. */
const CONDITIONS = {
  /** In bytes. */
  chunkSize: whole(1_000, 100_000_000),
  /** Upload bandwidth in bytes per second. */
  bytesPerSecond: whole(1_000, 1_000_000_000),
  /** Delay before each request is processed, in ms. */
  latencyMs: whole(0, 60_000),
};

/** Properties of the element. A missing one has the element's default. */
const OPTIONS = {
  language: textOfLength(1, 35),
  model: oneOf(MODELS),
  detectionLevel: oneOf(DETECTION_LEVELS),
  decodeSilence: flag,
  diarization: flag,
  returnEmbedding: flag,
  /** In bytes. */
  maxSize: whole(1, 2 ** 43),
  /** In seconds. */
  maxDuration: whole(1, 1_000_000),
  noConvert: flag,
  noStorage: flag,
};

/** An object in which every field is optional. */
type AllOf<Readers> = {
  readonly [Name in keyof Readers]?: Readers[Name] extends Reader<infer Value> ? Value : never;
};

export type ScenarioOptions = AllOf<typeof OPTIONS>;

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly (keyof ScenarioOptions)[];

/** What the run does as soon as this many parts are stored. */
export interface Interruption {
  /** `pause`: pauses and resumes. `reload`: reloads the page and continues the upload that the element offers. */
  readonly by: 'pause' | 'reload';
  readonly afterParts: number;
}

/** How the run must end. A violation of the specification, or a second task, always fails it. */
export interface Expectation {
  readonly state: 'ready' | 'failed';
  /** The error code; only if the state is `failed`. */
  readonly error?: TranscribeErrorCode;
  /** At most this many times, a part is sent that was sent before. Default: 0. */
  readonly partsSentTwice?: number;
  /** Exact number of requests for an upload plan. Default: any. */
  readonly plans?: number;
  /** Default: 60. */
  readonly withinSeconds?: number;
}

export interface Scenario {
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly about?: string;
  readonly file: FileRecipe;
  readonly faults?: readonly Fault[];
  readonly conditions?: AllOf<typeof CONDITIONS>;
  readonly options?: ScenarioOptions;
  readonly interruption?: Interruption;
  readonly expect: Expectation;
}

/** Timeout of a run in seconds, if the scenario has none. */
export const USUAL_PATIENCE = 60;

const MOST_FAULTS = 20;

const readFaults: Reader<readonly Fault[]> = (value, path) => {
  if (array(value, path).length > MOST_FAULTS)
    throw new ContractError(path, `must have at most ${MOST_FAULTS} faults`);
  return listOf(parseFault)(value, path);
};

const readInterruption: Reader<Interruption> = knownRecord({
  by: oneOf(['pause', 'reload']),
  afterParts: whole(1, 10_000),
});

const readFields: Reader<Expectation> = knownRecord(
  { state: oneOf(['ready', 'failed']) },
  {
    error: oneOf(ERROR_CODES),
    partsSentTwice: whole(0, 10_000),
    plans: whole(0, 100),
    withinSeconds: whole(1, 3_600),
  },
);

const readExpectation: Reader<Expectation> = (value, path) => {
  const expected = readFields(value, path);
  const { state, error } = expected;
  if (state === 'ready' && error !== undefined)
    throw new ContractError(at(path, 'error'), 'is only for the state “failed”');
  if (state === 'failed' && error === undefined)
    throw new ContractError(at(path, 'error'), 'is missing');
  return expected;
};

const readScenario: Reader<Scenario> = knownRecord(
  { title: textOfLength(1, 80), file: parseRecipe, expect: readExpectation },
  {
    about: textOfLength(1, 300),
    faults: readFaults,
    conditions: knownRecord({}, CONDITIONS),
    options: knownRecord({}, OPTIONS),
    interruption: readInterruption,
  },
);

/** Throws ContractError, which names the invalid field. */
export const parseScenario: Reader<Scenario> = (json, path) => {
  const scenario = readScenario(json, path);
  if (scenario.interruption?.by === 'reload' && scenario.options?.noStorage)
    throw new ContractError(
      at(path, 'interruption.by'),
      'cannot be “reload” with the option noStorage: the element would have nothing to resume',
    );
  return scenario;
};

/** Maximum length of the text of a scenario, in characters. */
const LONGEST_TEXT = 20_000;

/** Reads the JSON text of a scenario. Throws ContractError. */
export const parseScenarioText = (text: string): Scenario => {
  if (text.length > LONGEST_TEXT)
    throw new ContractError('', `is longer than ${LONGEST_TEXT} characters`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new ContractError('', `is not JSON (${reason})`);
  }
  return parseScenario(json, '');
};

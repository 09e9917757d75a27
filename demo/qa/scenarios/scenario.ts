/** A scenario as plain JSON: a file, what goes wrong, and how it must end. Read strictly. */
import { ERROR_CODES } from '../../../src/protocol/errors.js';
import {
  ContractError,
  array,
  at,
  flag,
  listOf,
  oneOf,
  textOfLength,
  type Reader,
} from '../../../src/protocol/read.js';
import { DETECTION_LEVELS, MODELS } from '../../../src/protocol/types.js';
import { wholeNumber } from '../../sandbox/faults/option-kinds.js';
import { parseFault } from '../../sandbox/faults/parse-faults.js';
import type { Fault } from '../../sandbox/faults/catalogue.js';
import { knownRecord, parseRecipe } from '../files/recipe.js';

/** The link between the page and the sandbox. A missing condition has the sandbox's default. */
const CONDITIONS = {
  /** In bytes. */
  chunkSize: wholeNumber(1_000, 100_000_000),
  /** Upload bandwidth in bytes per second. */
  bytesPerSecond: wholeNumber(1_000, 1_000_000_000),
  /** Delay before each request is processed, in ms. */
  latencyMs: wholeNumber(0, 60_000),
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
  maxSize: wholeNumber(1, 2 ** 43),
  /** In seconds. */
  maxDuration: wholeNumber(1, 1_000_000),
  noConvert: flag,
  noStorage: flag,
};

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly (keyof typeof OPTIONS)[];

/** Timeout of a run in seconds, if the scenario has none. */
export const USUAL_PATIENCE = 60;

const MOST_FAULTS = 20;

const readFaults: Reader<readonly Fault[]> = (value, path) => {
  if (array(value, path).length > MOST_FAULTS)
    throw new ContractError(path, `must have at most ${MOST_FAULTS} faults`);
  return listOf(parseFault)(value, path);
};

/** What the run does as soon as this many parts are stored. */
const readInterruption = knownRecord({
  /** `pause`: pauses and resumes. `reload`: reloads the page and continues the upload that the element offers. */
  by: oneOf(['pause', 'reload']),
  afterParts: wholeNumber(1, 10_000),
});

/** How the run must end. A violation of the specification, or a second task, always fails it. */
const readFields = knownRecord(
  { state: oneOf(['ready', 'failed']) },
  {
    /** The error code; only if the state is `failed`. */
    error: oneOf(ERROR_CODES),
    /** At most this many times, a part is sent that was sent before. Default: 0. */
    partsSentTwice: wholeNumber(0, 10_000),
    /** Exact number of requests for an upload plan. Default: any. */
    plans: wholeNumber(0, 100),
    /** Default: 60. */
    withinSeconds: wholeNumber(1, 3_600),
  },
);

const readExpectation: typeof readFields = (value, path) => {
  const expected = readFields(value, path);
  const { state, error } = expected;
  if (state === 'ready' && error !== undefined)
    throw new ContractError(at(path, 'error'), 'is only for the state “failed”');
  if (state === 'failed' && error === undefined)
    throw new ContractError(at(path, 'error'), 'is missing');
  return expected;
};

const readScenario = knownRecord(
  { title: textOfLength(1, 80), file: parseRecipe, expect: readExpectation },
  {
    /** What it shows, in a sentence. */
    about: textOfLength(1, 300),
    faults: readFaults,
    conditions: knownRecord({}, CONDITIONS),
    options: knownRecord({}, OPTIONS),
    interruption: readInterruption,
  },
);

export type Scenario = Readonly<ReturnType<typeof readScenario>>;

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

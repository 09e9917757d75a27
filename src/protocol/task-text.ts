/** Reads a task whose `data` is passed on without changes, such as by the backend handler. */
import { isObject, type JsonObject, parseJson } from './read.js';
import { parseRawTask, type RawTask, TerminalAnswerError } from './responses.js';

export interface TaskText extends RawTask {
  /** `data` as JSON. An empty object until the task has succeeded (section 3, rule 1). */
  readonly dataText: string;
}

interface Split {
  /** Equal to `JSON.parse(text)`. */
  readonly json: unknown;
  /** The part of the text that holds `data`. */
  readonly dataText: string;
}

/** The start of the member `data`. The quote follows `{` or `,`, so it is not an escaped quote inside a string. */
const DATA_START = /[{,][ \t\n\r]*"data"[ \t\n\r]*:/;

/**
 * Parses JSON whose last member is `data`, as in 2.4, and keeps the text of `data`. Returns null for any other text.
 *
 * Parses two texts: the value of `data`, and everything around it with null in its place. If both are JSON, the whole
 * text is JSON too. The second text ends with its only `}` after the null, so `data` is the last member of the outermost
 * object and overrides any earlier one. Together this costs the same as parsing the text once, and takes less time than
 * looking for the end of `data` byte by byte.
 */
const splitAtData = (text: string): Split | null => {
  const found = DATA_START.exec(text);
  if (found === null) return null;
  const start = found.index + found[0].length;
  const end = text.lastIndexOf('}');
  const dataText = text.slice(start, end);
  try {
    const outside: unknown = JSON.parse(`${text.slice(0, start)}null${text.slice(end)}`);
    if (!isObject(outside)) return null;
    return { json: { ...outside, data: JSON.parse(dataText) as unknown }, dataText };
  } catch {
    return null;
  }
};

/**
 * 2.4, also the response to a submission (4.7), as text. Throws ContractError if it is not JSON, or as `parseRawTask`
 * does.
 */
export const parseTaskText = (text: string): TaskText => {
  const { json, dataText }: Partial<Split> = splitAtData(text) ?? { json: parseJson(text) };
  const task = parseRawTask(json);
  if (task.raw === null) return { ...task, dataText: '{}' };
  return { ...task, dataText: dataText ?? stringify(task.raw) };
};

/** JSON.parse reads any depth, but JSON.stringify calls itself for each level. */
const stringify = (data: JsonObject): string => {
  try {
    return JSON.stringify(data);
  } catch {
    throw new TerminalAnswerError('data', 'is nested too deeply');
  }
};

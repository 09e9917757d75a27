/** `SANDBOX_FAULTS`: the initial faults. */
import { readFile } from 'node:fs/promises';
import type { Fault } from './catalogue.js';
import { parseFaultList } from './parse-faults.js';

const NAME = 'SANDBOX_FAULTS';
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const read = async (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${NAME} names a file that cannot be read: ${reason(error)}.`, {
      cause: error,
    });
  });

const parse = (source: string): unknown => {
  try {
    return JSON.parse(source) as unknown;
  } catch (error) {
    throw new Error(
      `${NAME} is not JSON: ${reason(error)}. Give the faults as for PUT /__sandbox/faults, or @ and the path of a file.`,
      { cause: error },
    );
  }
};

/**
 * JSON as for `PUT /__sandbox/faults`, only its list, or `@` and the path of a file with either. Returns no faults if
 * it is not set. Throws an error that names the field and the allowed values.
 */
export const faultsFromEnvironment = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Fault[]> => {
  const value = environment[NAME]?.trim() ?? '';
  if (value === '') return [];
  const json = parse(value.startsWith('@') ? await read(value.slice(1)) : value);
  try {
    return parseFaultList(Array.isArray(json) ? { faults: json } : json);
  } catch (error) {
    throw new Error(`${NAME}: ${reason(error)}.`, { cause: error });
  }
};

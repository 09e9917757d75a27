/** What a connection cannot work without, checked when it is made: before anything is read or sent. */
import { errorFor } from '../../protocol/failures.js';
import { isNotSet } from '../../protocol/not-set.js';

/** Throws TranscribeError `configuration` if the address is not set. `name`: the option, for the message. */
export const needAddress = (address: string, name: string): void => {
  if (isNotSet(address)) throw errorFor('not-set-up', { detail: `“${name}” is missing.` });
};

/** Throws TranscribeError `configuration` if it is no function. */
export const needFunction = (given: unknown, name: string): void => {
  if (typeof given !== 'function')
    throw errorFor('not-set-up', { detail: `“${name}” must be a function.` });
};

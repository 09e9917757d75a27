import { reader } from '../../src/strings/en-reader.js';
import { formatsOf } from '../../src/strings/number-formats.js';

/** The reader's texts in English. */
export const englishReaderStrings = reader(formatsOf('en'));

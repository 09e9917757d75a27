/** The names of the files that a conversion writes. */

/** The folder of the origin private file system that has all converted recordings. */
export const FOLDER = 'audio-transcribe-converted';
/** The file with what is converted so far. */
export const partName = (key: string): string => `${key}.part`;
/** The file with the converted recording. */
export const resultName = (key: string): string => `${key}.audio`;

/** The names of the files that this package writes. */

/** The folder of the origin private file system that has all converted recordings, and copies. */
export const FOLDER = 'audio-transcribe-files';
/** The file with what is converted so far. */
export const partName = (key: string): string => `${key}.part`;
/** The file with the converted recording. */
export const resultName = (key: string): string => `${key}.audio`;
/** The file with a copy of the recording of a job. */
export const copyName = (jobId: string): string => `${jobId}.copy`;

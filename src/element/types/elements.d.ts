/** Template types that all frameworks share. */
import type { AudioTranscribe } from '../audio-transcribe.js';
import type { TranscribeEventMap } from '../events.js';

/** The properties that a page can set. */
export type AudioTranscribeProperties = Pick<
  AudioTranscribe,
  | 'serviceUrl'
  | 'backendUrl'
  | 'fetchToken'
  | 'backend'
  | 'language'
  | 'model'
  | 'detectionLevel'
  | 'decodeSilence'
  | 'diarization'
  | 'returnEmbedding'
  | 'fileUrl'
  | 'transcriptionId'
  | 'audioSrc'
  | 'manualStart'
  | 'multiple'
  | 'maxSize'
  | 'maxDuration'
  | 'resumeScope'
  | 'noResume'
  | 'workerUrl'
  | 'readonly'
  | 'compact'
  | 'name'
  | 'required'
  | 'disabled'
>;

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : '';

/** The same by attribute name. Functions and objects have no attributes. */
export type AudioTranscribeAttributes = {
  [
    Name in Exclude<keyof AudioTranscribeProperties, 'fetchToken' | 'backend'> as Kebab<Name>
  ]: AudioTranscribeProperties[Name];
};

/** The event listeners. Their names are a prefix and the event's name. */
export type AudioTranscribeListeners<Prefix extends string> = {
  [Name in keyof TranscribeEventMap as `${Prefix}${Name}`]: (
    event: TranscribeEventMap[Name],
  ) => void;
};

/** `undefined` leaves a value unset. */
export type Optional<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

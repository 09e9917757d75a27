/** Template types that all frameworks share. */
import type { TranscribeEventMap } from '../events.js';
import type { ElementSettings, SETTING_PROPERTIES } from '../settings.js';
import type { TRANSCRIPT_PROPERTIES, TranscriptSettings } from '../../shown/transcript-settings.js';

/** The properties that a page can set. */
export type AudioTranscribeProperties = ElementSettings;
export type AudioTranscriptProperties = TranscriptSettings;

/** Functions and objects have no attributes. */
type NameWithoutAttribute<Declarations> = {
  [Name in keyof Declarations]: Declarations[Name] extends { readonly attribute: false }
    ? Name
    : never;
}[keyof Declarations];

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : '';

/** The same by attribute name. */
type AttributesOf<Properties, Declarations> = {
  [
    Name in Exclude<keyof Properties & string, NameWithoutAttribute<Declarations>> as Kebab<Name>
  ]: Properties[Name];
};

export type AudioTranscribeAttributes = AttributesOf<
  AudioTranscribeProperties,
  typeof SETTING_PROPERTIES
>;
export type AudioTranscriptAttributes = AttributesOf<
  AudioTranscriptProperties,
  typeof TRANSCRIPT_PROPERTIES
>;

/** The events of `<audio-transcript>`. */
export type AudioTranscriptEventMap = Pick<
  TranscribeEventMap,
  'transcribe-segment' | 'transcribe-edit' | 'transcribe-error'
>;

/** The event listeners. Their names are a prefix and the event's name. */
type ListenersOf<Events, Prefix extends string> = {
  [Name in keyof Events & string as `${Prefix}${Name}`]: (event: Events[Name]) => void;
};

export type AudioTranscribeListeners<Prefix extends string> = ListenersOf<
  TranscribeEventMap,
  Prefix
>;
export type AudioTranscriptListeners<Prefix extends string> = ListenersOf<
  AudioTranscriptEventMap,
  Prefix
>;

/** `undefined` leaves a value unset. */
export type Optional<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

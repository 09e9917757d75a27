/** Template types that all frameworks share. */
import type { TranscribeEventMap } from '../events.js';
import type { ElementSettings, SETTING_PROPERTIES } from '../settings.js';

type SettingProperties = typeof SETTING_PROPERTIES;

/** The properties that a page can set. */
export type AudioTranscribeProperties = ElementSettings;

/** Functions and objects have no attributes. */
type NameWithoutAttribute = {
  [Name in keyof SettingProperties]: SettingProperties[Name] extends { readonly attribute: false }
    ? Name
    : never;
}[keyof SettingProperties];

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : '';

/** The same by attribute name. */
export type AudioTranscribeAttributes = {
  [
    Name in Exclude<keyof AudioTranscribeProperties, NameWithoutAttribute> as Kebab<Name>
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

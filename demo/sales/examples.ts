/** The examples: recordings of synthetic voices, and finished transcripts with the words that the voices were given. */
import type { PartnerBackend } from '../../src/index.js';
import type { TranscriptionData } from '../../src/protocol/types.js';

export interface Example {
  readonly id: string;
  /** What is spoken. */
  readonly name: string;
  /** The name of its files in `demo/samples`, without their endings. */
  readonly file: string;
}

export const EXAMPLES: readonly [Example, ...Example[]] = [
  { id: 'support-call', name: 'English', file: 'support-call' },
  { id: 'ar', name: 'Arabic', file: 'clinic-call' },
  { id: 'ja', name: 'Japanese', file: 'lost-property' },
  { id: 'es', name: 'Spanish', file: 'restaurant' },
  { id: 'mixed', name: 'Three languages', file: 'stand-up' },
];

/** The URL of the recording, relative to the page. */
export const audioOf = ({ file }: Example): string => `demo/samples/${file}.mp3`;

/** A backend whose only task is the example. */
export const exampleBackend = ({ id, file }: Example): PartnerBackend => ({
  submit: () => Promise.reject(new Error('An example is not submitted.')),
  query: async () => ({
    transcription_id: id,
    status: 'SUCCESS',
    data: (await (await fetch(`demo/samples/${file}.json`)).json()) as TranscriptionData,
  }),
});

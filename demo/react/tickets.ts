/** The tickets of the support desk, and what it does with a transcript. */
import type { StateName, Transcript } from 'audio-transcribe';

export interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly customer: string;
  readonly message: string;
  /** The attached recording, relative to the page. */
  readonly recording: string;
}

export const TICKETS: readonly [Ticket, ...Ticket[]] = [
  {
    id: '4821',
    subject: 'Message from the garage',
    customer: 'Priya Nair',
    message: 'The garage left me this message. When can I collect my car?',
    recording: '../samples/voicemail.wav',
  },
  {
    id: '4822',
    subject: 'Parcel has not arrived',
    customer: 'Tom Becker',
    message: 'I called twice about my parcel. The second call is attached.',
    recording: '../samples/conversation.mp3',
  },
  {
    id: '4825',
    subject: 'Interview for the newsletter',
    customer: 'Amira Saleh',
    message: 'Here is the talk with our baker. Please send me the text.',
    recording: '../samples/interview.m4a',
  },
];

/** How far a ticket is. `percent` is of the upload, 0 to 100. */
export type Progress =
  | { readonly kind: 'new' | 'transcribed' | 'answered' | 'failed' }
  | { readonly kind: 'working'; readonly percent: number };

/** The progress of a ticket whose element is in this state. */
export const progressOf = (state: StateName, percent: number): Progress => {
  if (state === 'idle') return { kind: 'new' };
  if (state === 'ready') return { kind: 'transcribed' };
  if (state === 'failed') return { kind: 'failed' };
  return { kind: 'working', percent };
};

export interface Share {
  /** Empty if the service named no speaker. */
  readonly speaker: string;
  /** Of all speech, 0 to 100. */
  readonly percent: number;
}

/** How much each person speaks, the most talkative first. */
export const sharesOf = ({ segments }: Transcript): readonly Share[] => {
  const spoken = new Map<string, number>();
  for (const { speaker = '', start_ms, end_ms } of segments)
    spoken.set(speaker, (spoken.get(speaker) ?? 0) + end_ms - start_ms);
  const total = [...spoken.values()].reduce((sum, ms) => sum + ms, 0);
  return [...spoken]
    .sort(([, one], [, other]) => other - one)
    .map(([speaker, ms]) => ({
      speaker,
      percent: total === 0 ? 0 : Math.round((100 * ms) / total),
    }));
};

/** The transcript as a quotation in a plain-text mail. */
export const quoteOf = ({ segments }: Transcript): string =>
  segments.map(({ text }) => `> ${text}`).join('\n');

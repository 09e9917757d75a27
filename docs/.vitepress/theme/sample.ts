/** The transcript of `demo/samples/conversation.mp3`, in the form of the service's `data`. */
import type { TranscriptionData } from '../../../src/protocol/types.js';

export const sampleAudio = (): string =>
  new URL('../../../demo/samples/conversation.mp3', import.meta.url).href;

const LINES: readonly (readonly [string, number, number, string])[] = [
  ['1', 330, 3390, 'Good morning, parcel service, how can I help you?'],
  ['2', 3930, 8240, 'Hello. My parcel was promised for Monday, and today is Thursday.'],
  ['1', 8700, 12550, 'I am sorry to hear that. What is the order number, please?'],
  ['2', 13340, 15630, 'It is four seven one nine two six.'],
  ['1', 16630, 20570, 'Thank you. It left the city on Tuesday. Let me ask the depot.'],
  ['3', 21900, 24870, 'This is the depot. Which parcel are you looking for?'],
  ['1', 25280, 27410, 'Order four seven one nine two six.'],
  ['3', 28280, 31690, 'We have it here. The label was wet, so nobody could read it.'],
  ['2', 32220, 35450, 'It is a birthday present. I need it before the weekend.'],
  ['3', 36010, 39600, 'I will put it on the first van. You will have it tomorrow morning.'],
  ['2', 40080, 42110, 'That is wonderful. Thank you.'],
  ['1', 42520, 44290, 'You are welcome. Have a good day.'],
];

export const sampleTranscript: TranscriptionData = {
  text: LINES.map(([, , , text]) => text).join(' '),
  language: 'en',
  duration: 44.97,
  segments: LINES.map(([speaker, start_ms, end_ms, text]) => ({
    speaker,
    start_ms,
    end_ms,
    text,
  })),
};

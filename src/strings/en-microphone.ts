/** The English texts of the microphone, which come with its code. */
import type { Formats } from './number-formats.js';
import type { MicrophoneStrings } from './strings.js';

export const microphone = ({ number }: Formats): MicrophoneStrings => ({
  record: 'Record',
  fileName: 'Recording',
  heading: 'Record with your microphone',
  explain: 'Your browser will ask whether this page may use your microphone. Choose “Allow”.',
  privacy: 'Nothing is sent until you choose “Transcribe”.',
  proceed: 'Continue',
  asking: 'Waiting for your permission…',
  askingHint: 'Your browser is asking about the microphone. Choose “Allow”.',
  failed: 'The microphone can’t be used',
  problems: {
    insecure:
      'This page can’t use the microphone because it isn’t served over HTTPS. Choose a file instead, or contact support.',
    unsupported: 'This browser can’t record. Use another browser, or choose a file instead.',
    blocked:
      'The microphone is blocked for this page. Allow it in your browser’s settings for this site, then try again.',
    dismissed: 'You didn’t allow the microphone. Try again and choose “Allow”.',
    embedded:
      'The page around this one doesn’t allow the microphone. Open this page on its own, or contact support.',
    system:
      'Your device doesn’t let this browser use the microphone. Allow it in the privacy settings of your device, then try again.',
    'none-found': 'No microphone was found. Connect one, then try again.',
    busy: 'The microphone doesn’t start. Close other apps that may be using it, then try again.',
  },
  recording: 'Recording',
  elapsed: 'Recorded time',
  device: 'Microphone',
  deviceNumber: (n) => `Microphone ${number(n)}`,
  silent: 'No sound is coming in. Check that the right microphone is selected and isn’t muted.',
  interrupted: {
    unplugged:
      'The microphone was disconnected. What you recorded is kept. Connect a microphone to continue.',
    permission:
      'This page may no longer use the microphone. What you recorded is kept. Allow the microphone to continue.',
    taken:
      'The recording was interrupted, for example by a call. What you recorded before that is kept.',
  },
  finish: 'Finish',
  discard: 'Discard',
  discardQuestion: 'Discard this recording? You can’t get it back.',
  keep: 'Keep',
  saving: 'Saving the recording…',
  review: 'Your recording',
  reviewHint: 'Listen to it before you send it.',
  noPlayback: 'Your browser can’t play the recording here, but it can be transcribed.',
  transcribe: 'Transcribe',
  goOn: 'Continue recording',
  endedBy: {
    limit: 'The recording was stopped because it reached the longest length allowed here.',
    storage:
      'The recording was stopped because it could no longer be saved. Free up space on this device. What was saved is kept.',
    left: 'This recording hasn’t been sent yet.',
  },
  unkept: 'Keep this page open: your browser can’t save the recording.',
  unsent: 'Not sent yet:',
  open: 'Listen and send',
  finished: (time) => `Recording finished: ${time}`,
});

import { AudioTranscript } from 'audio-transcribe/transcript/react.js';

export const Call = () => (
  <AudioTranscript src="samples/support-call.json" audioUrl="samples/support-call.mp3" />
);

import { AudioTranscribe } from 'audio-transcribe/react.js';

/** A server component. */
export default function Page() {
  return (
    <AudioTranscribe
      serviceUrl="https://service.example"
      backendUrl="/api/transcribe"
      diarization
    />
  );
}

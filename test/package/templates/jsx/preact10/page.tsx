// compiled by the test: every line marked as an error must be one
import type {} from 'audio-transcribe/types/preact.js';

export const right = (
  <audio-transcribe
    service-url="https://service.example"
    backendUrl="/api/transcribe"
    language="en-US"
    model="svc-asr-fast"
    detection-level="chapter"
    diarization
    sources="file microphone"
    no-convert
    strings={{ drop: 'Drop your interview here' }}
    maxSize={1_000_000}
    fetchToken={({ signal }) => Promise.resolve(signal.aborted ? '' : 'token')}
    ontranscribe-ready={(event) => console.log(event.transcript.segments.length)}
    ontranscribe-state={({ previousState }) => previousState === 'idle'}
    class="main"
    id="recorder"
  >
    <p>text</p>
  </audio-transcribe>
);

export const wrong = [
  // @ts-expect-error -- an object, which no attribute can hold
  <audio-transcribe strings="{}" />,
  // @ts-expect-error -- another model
  <audio-transcribe model="gpt" />,
  // @ts-expect-error -- a number of bytes
  <audio-transcribe max-size="10 MB" />,
  // @ts-expect-error -- true or false
  <audio-transcribe diarization="yes" />,
  // @ts-expect-error -- a function
  <audio-transcribe fetchToken="token" />,
  // @ts-expect-error -- a token or a promise of one
  <audio-transcribe fetchToken={() => 1} />,
  // @ts-expect-error -- another event's field
  <audio-transcribe ontranscribe-ready={(event) => event.progress} />,
  // @ts-expect-error -- no such property
  <audio-transcribe serviceUri="https://service.example" />,
  // @ts-expect-error -- read only
  <audio-transcribe transcript={null} />,
];

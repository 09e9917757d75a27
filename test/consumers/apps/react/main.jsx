import { AudioTranscribe } from 'audio-transcribe/react.js';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [transcript, setTranscript] = useState(null);
  return (
    <main>
      <AudioTranscribe
        serviceUrl="https://service.example"
        backendUrl="/api/transcribe"
        diarization
        onTranscribeReady={(event) => setTranscript(event.transcript)}
      />
      <output>{transcript && `${transcript.segments.length} segments`}</output>
    </main>
  );
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);

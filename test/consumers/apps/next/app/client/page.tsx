'use client';
import { AudioTranscribe } from 'audio-transcribe/react.js';
import type { Transcript } from 'audio-transcribe';
import { useState } from 'react';

export default function Page() {
  const [transcript, setTranscript] = useState<Transcript | null>(null);
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

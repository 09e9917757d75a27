import 'audio-transcribe';
import { render } from 'preact';
import { useState } from 'preact/hooks';

function Page() {
  const [transcript, setTranscript] = useState(null);
  return (
    <main>
      <audio-transcribe
        serviceUrl="https://service.example"
        backendUrl="/api/transcribe"
        diarization
        ontranscribe-ready={(event) => setTranscript(event.transcript)}
      />
      <output>{transcript && `${transcript.segments.length} segments`}</output>
    </main>
  );
}

render(<Page />, document.getElementById('app'));

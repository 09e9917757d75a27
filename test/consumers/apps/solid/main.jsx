import 'audio-transcribe';
import { createSignal, Show } from 'solid-js';
import { render } from 'solid-js/web';

function Page() {
  const [transcript, setTranscript] = createSignal(null);
  return (
    <main>
      <audio-transcribe
        service-url="https://service.example"
        backend-url="/api/transcribe"
        diarization
        on:transcribe-ready={(event) => setTranscript(event.transcript)}
      />
      <Show when={transcript()}>
        <output>{transcript().segments.length} segments</output>
      </Show>
    </main>
  );
}

render(() => <Page />, document.getElementById('root'));

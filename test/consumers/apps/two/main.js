document.querySelector('audio-transcribe').addEventListener('transcribe-ready', (event) => {
  document.querySelector('output').value = `${event.transcript.segments.length} segments`;
});

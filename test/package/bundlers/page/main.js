import 'audio-transcribe';

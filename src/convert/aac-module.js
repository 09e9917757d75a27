/** Bundled into `audio-transcribe.aac.js`, which the converter loads if the browser has no AAC encoder. */
import createModule from '@mediabunny/aac-encoder';

globalThis.audioTranscribeAacModule = createModule;

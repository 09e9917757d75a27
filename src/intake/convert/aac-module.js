/** Bundled into `audio-transcribe.aac.js`, which the converter loads if the browser has no AAC encoder. */
import createModule from '../../../node_modules/@mediabunny/aac-encoder/dist/modules/build/aac.js';

globalThis.audioTranscribeAacModule = createModule;

/** Published as `audio-transcribe/worker.js`: serve a copy from your own origin for a strict CSP (`worker-url`). */
import './worker/entry.js';

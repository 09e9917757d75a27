import page from '../csp.html?raw';
import { partOf } from './code-part.js';
import script from './csp.ts?raw';
import { showAround } from './around-app.js';

showAround({ 'csp.html': partOf(page, 'audio-transcribe'), 'csp.ts': script });

import page from '../csp.html?raw';
import { partOf } from './code-part.js';
import script from './csp.ts?raw';
import { showCode } from './show-code.js';

showCode({ 'csp.html': partOf(page, 'audio-transcribe'), 'csp.ts': script });

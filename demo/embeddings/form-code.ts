import page from '../form.html?raw';
import { partOf } from './code-part.js';
import script from './form.ts?raw';
import { showCode } from './show-code.js';

showCode({ 'form.html': partOf(page, 'form'), 'form.ts': script });

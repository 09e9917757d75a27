import page from '../form.html?raw';
import { partOf } from './code-part.js';
import script from './form.ts?raw';
import { showAround } from './around-app.js';

showAround({ 'form.html': partOf(page, 'form'), 'form.ts': script });

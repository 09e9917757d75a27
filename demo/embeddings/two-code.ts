import page from '../two.html?raw';
import { partOf } from './code-part.js';
import script from './two.ts?raw';
import { showAround } from './around-app.js';

showAround({ 'two.html': partOf(page, 'div'), 'two.ts': script });

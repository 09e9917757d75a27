import page from '../two.html?raw';
import { partOf } from './code-part.js';
import script from './two.ts?raw';
import { showCode } from './show-code.js';

showCode({ 'two.html': partOf(page, 'div'), 'two.ts': script });

import { showCode } from '../embeddings/show-code.js';
import interviews from './interviews.ts?raw';
import archive from './InterviewArchive.vue?raw';
import main from './main.ts?raw';

showCode({ 'InterviewArchive.vue': archive, 'interviews.ts': interviews, 'main.ts': main });

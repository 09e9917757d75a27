import { showAround } from '../embeddings/around-app.js';
import interviews from './interviews.ts?raw';
import archive from './InterviewArchive.vue?raw';
import main from './main.ts?raw';

showAround({ 'InterviewArchive.vue': archive, 'interviews.ts': interviews, 'main.ts': main });

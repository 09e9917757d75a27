import { showAround } from '../embeddings/around-app.js';
import main from './main.tsx?raw';
import desk from './support-desk.tsx?raw';
import view from './ticket-view.tsx?raw';

showAround({ 'ticket-view.tsx': view, 'support-desk.tsx': desk, 'main.tsx': main });

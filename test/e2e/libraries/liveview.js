import { app, fieldValue } from './tag.js';

Object.assign(app.dataset, { phxMain: '', phxSession: '-', phxStatic: '-' });
await import('./liveview-app.js');
// The server renders what it was sent.
fieldValue(() => document.querySelector('output').textContent);

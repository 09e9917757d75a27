import { createFocusTrap } from 'focus-trap';
import { app, html } from './tag.js';

app.innerHTML = `<button>Open</button><div id="panel">${html}<button>Close</button></div>`;
const trap = createFocusTrap('#panel');
app.querySelector('button').addEventListener('click', () => trap.activate());

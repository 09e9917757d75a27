import 'ses';
import { app, html } from './tag.js';

// After the element is loaded: lit cannot be loaded when JavaScript is hardened.
globalThis.lockdown();
app.innerHTML = html;

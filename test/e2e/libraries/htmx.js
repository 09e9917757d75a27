import htmx from 'htmx.org';
import { fieldValue, later } from './tag.js';

// The answer of a server replaces what is in `main`.
later(() => htmx.ajax('GET', '/next.html', { target: '#app', select: '#app', swap: 'outerHTML' }));
// What the form has sent.
let sent = '';
htmx.on('htmx:configRequest', ({ detail }) => {
  sent = detail.parameters.recording ?? sent;
});
fieldValue(() => sent);

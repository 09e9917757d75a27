import htmx from 'htmx.org';
import { app, html, later } from './tag.js';

app.innerHTML = `<h1>Before</h1>${html}`;
// The answer of a server replaces what is around the element.
later(() => htmx.swap('h1', '<h1>After</h1>', { swapStyle: 'outerHTML' }));

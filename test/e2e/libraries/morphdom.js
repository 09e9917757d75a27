import morphdom from 'morphdom';
import { app, html, later } from './tag.js';

app.innerHTML = html;
later(() => morphdom(app, `<main id="app">${html}</main>`));

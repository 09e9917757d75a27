import { Idiomorph } from 'idiomorph';
import { app, html, later } from './tag.js';

app.innerHTML = html;
later(() => Idiomorph.morph(app, html, { morphStyle: 'innerHTML' }));

import * as Turbo from '@hotwired/turbo';
import { app, html, later } from './tag.js';

app.innerHTML = html;
// What a page refresh with `refresh-method: morph` does with the body that comes from the server.
later(() => {
  const next = document.createElement('main');
  next.id = 'app';
  next.innerHTML = html;
  Turbo.morphElements(app, next);
});

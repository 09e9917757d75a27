import * as Turbo from '@hotwired/turbo';
import { html, later } from './tag.js';

// A visit to another page, then what a page refresh with `refresh-method: morph` does with the body of the server.
later(async () => {
  const isThere = new Promise((resolve) =>
    document.addEventListener('turbo:load', resolve, { once: true }),
  );
  Turbo.visit('/next.html');
  await isThere;
  const now = document.querySelector('#app');
  const next = document.createElement('main');
  next.id = 'app';
  next.innerHTML = html;
  Turbo.morphElements(now, next);
});

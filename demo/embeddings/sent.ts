/** Shows the values that the form has sent. */
import { html, render } from 'lit';
import { find } from '../sales/tabs.js';

const values = [...new URLSearchParams(location.search)];

render(
  values.length === 0
    ? html`<p>Nothing was sent. Fill in <a href="form.html">the form</a> and send it.</p>`
    : html`<dl>
        ${values.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd><bdi>${value}</bdi></dd>`,
        )}
      </dl>`,
  find('#received'),
);

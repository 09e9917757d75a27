/** Shows the values that the form has sent. */
import { html, render } from 'lit';
import { find } from '../sales/find.js';

render(
  [...new URLSearchParams(location.search)].map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd><bdi>${value}</bdi></dd>`,
  ),
  find('#received'),
);

import $ from 'jquery';
import { app, html } from './tag.js';

Object.assign(globalThis, { $, jQuery: $ });
await import('jquery-ui/dist/jquery-ui.js');
app.innerHTML = `<button>Open</button><div id="dialog">${html}</div>`;
$('#dialog').dialog({ autoOpen: false, modal: true, width: 700, title: 'A recording' });
app.querySelector('button').addEventListener('click', () => $('#dialog').dialog('open'));

import { Modal } from 'bootstrap';
import { app, html } from './tag.js';

app.innerHTML = `<button>Open</button>
  <div class="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content">
    ${html}<button>Close</button>
  </div></div></div>`;
const modal = new Modal(app.querySelector('.modal'));
app.querySelector('button').addEventListener('click', () => modal.show());

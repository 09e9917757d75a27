import Dropzone from 'dropzone';
import { app, heard, html } from './tag.js';

app.innerHTML = html;
const zone = new Dropzone(document.body, { url: '/upload', clickable: false });
zone.on('addedfile', ({ name }) => heard.push(name));

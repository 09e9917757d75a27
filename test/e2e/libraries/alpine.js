import Alpine from 'alpinejs';
import { app, html, fieldValue } from './tag.js';

app.innerHTML = `<div x-data="{ id: '' }">${html.replace('<audio-transcribe', '<audio-transcribe x-model="id"')}</div>`;
Alpine.start();
fieldValue(() => Alpine.$data(app.firstElementChild).id);

import Alpine from 'alpinejs';
import morph from '@alpinejs/morph';
import { app, fieldValue, html, later } from './tag.js';

// The script of Livewire comes with its PHP package. It renders with Alpine's morph, leaves out what has `wire:ignore`, and binds
// `wire:model` as Alpine binds `x-model`.
app.setAttribute('x-data', "{ recording: '' }");
app.querySelector('audio-transcribe').setAttribute('x-model', 'recording');
Alpine.plugin(morph);
Alpine.start();
const updating = (element, _, __, skip) => {
  if (element.hasAttribute?.('wire:ignore')) skip();
};
later(() => {
  const next = `<main id="app" x-data="{ recording: '' }">${html}<p>After</p></main>`;
  Alpine.morph(app, next, { updating });
});
fieldValue(() => Alpine.$data(app).recording);

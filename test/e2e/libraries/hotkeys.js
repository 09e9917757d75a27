import hotkeys from 'hotkeys-js';
import { app, heard, html } from './tag.js';

app.innerHTML = html;
hotkeys('s,e,n,/', (_, { key }) => heard.push(key));

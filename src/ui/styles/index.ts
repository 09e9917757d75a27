import { readerStyles } from '../reader/reader-controller.js';
import { controls } from './controls.js';
import { idle } from './idle.js';
import { print } from './print.js';
import { shell } from './shell.js';
import { tokens } from './tokens.js';
import { working } from './working.js';

/** The element's style sheets, in the order in which they build on each other. */
export const styles = [tokens, controls, shell, idle, working, ...readerStyles, print];

import { readerStyles } from '../../reader/reader-controller.js';
import { controls } from './controls.styles.js';
import { idle } from './idle.styles.js';
import { print } from './print.styles.js';
import { shell } from './shell.styles.js';
import { tokens } from './tokens.styles.js';
import { working } from './working.styles.js';

/** The element's style sheets, in the order in which they build on each other. */
export const styles = [tokens, controls, shell, idle, working, ...readerStyles, print];

/** The other of the two pages. */
import './fine.js';

/** `fetchHttp` for a test that calls it in a frame with a policy of its own. */
import { fetchHttp } from '../../../src/browser/http.js';

Object.assign(window, { fetchHttp });

/** The build bundles `ipaddr.js`, which is CommonJS, into this file as an ES module. */
export { default } from 'ipaddr.js';

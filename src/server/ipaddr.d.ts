export { default } from 'ipaddr.js';

/** The bundle for browsers has its types only under the main entry. */
declare module '@guidepup/virtual-screen-reader/browser.js' {
  export { Virtual } from '@guidepup/virtual-screen-reader';
}

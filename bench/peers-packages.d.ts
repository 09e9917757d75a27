/** Packages that only the peers bench installs, in a folder of its own. Only what it uses is declared. */
declare module 'filepond' {
  export interface Pond {
    addFile(file: File): Promise<unknown>;
    processFile(): Promise<unknown>;
  }
  export const create: (element: HTMLElement, options: object) => Pond;
}

/** Catches the file that a page offers as a download. */

export interface Saved {
  readonly name: string;
  readonly content: Blob;
}

/** Collects downloads by intercepting the click on the download link. */
export const savedBy = (act: () => void): Promise<Saved> =>
  new Promise((resolve) => {
    const blobs = new Map<string, Blob>();
    const { createObjectURL } = URL;

    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (blob) => {
      const address = createObjectURL.call(URL, blob);
      blobs.set(address, blob as Blob);
      return address;
    };
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
      resolve({ name: this.download, content: blobs.get(this.href) ?? new Blob() });
    };
    act();
  });

/** Packages that only the peers bench installs, in a folder of its own. Only what it uses is declared. */
declare module 'filepond' {
  export interface Pond {
    addFile(file: File): Promise<unknown>;
    processFile(): Promise<unknown>;
  }
  export const create: (element: HTMLElement, options: object) => Pond;
}

declare module 'uppy-6' {
  export class AwsS3 {}
  export class Uppy {
    use(plugin: typeof AwsS3, options: object): this;
    addFile(file: object): string;
    upload(): Promise<{ readonly successful?: readonly unknown[] } | undefined>;
    retryAll: Uppy['upload'];
  }
}

declare module '@aws-sdk/lib-storage' {
  export class Upload {
    constructor(options: object);
    done(): Promise<unknown>;
  }
}

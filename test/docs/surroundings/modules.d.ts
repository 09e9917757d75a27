/** What the code of the docs imports and is not installed here: frameworks, components, and files of a partner. */
declare module '@angular/core' {
  export const Component: (options: object) => (component: unknown) => void;
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export const signal: <Value>(value: Value) => { (): Value; set(value: Value): void };
}
declare module '@angular/platform-browser';
declare module 'solid-js' {
  export const createSignal: <Value>(value: Value) => [() => Value, (value: Value) => void];
  export const Show: (properties: { when: unknown; children: unknown }) => unknown;
}
declare module 'solid-js/web';
declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      [name: string]: object;
    }
  }
}
declare module 'svelte';
declare module '*.svelte';
declare module '*.vue';
declare module '*/sv.js';
declare module '*/audio-transcribe.js';

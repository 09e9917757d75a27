/** Names that the code of the docs takes from its surroundings. */
import type { AudioTranscribe } from 'audio-transcribe';
import type {} from 'audio-transcribe/types/preact.js';
import type {} from 'audio-transcribe/types/react.js';

declare global {
  /** The element of the page. */
  const element: AudioTranscribe;

  /* ---- The partner's own page ---- */

  const signOutButton: HTMLButtonElement;
  const link: HTMLAnchorElement;
  const presignedGetUrl: string;
  /** jQuery with jQuery UI. */
  const $: (selector: string) => {
    dialog(command: 'open' | object): void;
    on(type: string, listener: () => void): void;
  };
  const report: (...told: readonly unknown[]) => void;
  const showRetryButton: (retry: () => void) => void;
  const save: (transcriptionId: string, edits: unknown) => void;
  const load: (transcriptionId: string) => Promise<unknown>;

  /* ---- The partner's own server ---- */

  interface User {
    readonly id: string;
  }
  const userOfSession: (cookie: string | null) => Promise<User | null>;
  const userOfCookie: typeof userOfSession;
  const userOfBearer: typeof userOfSession;
  const authorize: (request: Request) => { readonly userId: string } | null;
  const handler: import('audio-transcribe/server.js').PartnerHandler;
  const service: Record<'serviceUrl' | 'clientId' | 'apiKey', string>;
  const storage: import('unstorage').Storage;
  const database: import('node-sqlite3-wasm').Database;
  const countOne: (key: string, requests: number, seconds: number) => Promise<boolean>;
  const callYourServer: (...sent: readonly unknown[]) => Promise<unknown>;
  const clientSecret: string;
  const userId: string;
  const sealedId: string;

  /* ---- The engine and the sandbox ---- */

  const ports: import('audio-transcribe/engine.js').Ports;
  const converted: File;
  const sandbox: import('../../../demo/sandbox/index.js').Sandbox;

  /* ---- Names that a framework or a browser declares ---- */

  const shallowRef: typeof import('vue').shallowRef;
  const defineNuxtConfig: (configuration: {
    vue: { compilerOptions: { isCustomElement: (tag: string) => boolean } };
  }) => unknown;
  const defineEventHandler: (handler: (event: object) => Promise<Response>) => unknown;
  const toWebRequest: (event: object) => Request;
  const $state: { raw<Value>(value: Value): Value };
  interface ScriptPolicy {
    createScriptURL(url: string): string | null;
  }
  var trustedTypes: {
    createPolicy(name: string, rules: ScriptPolicy): { createScriptURL(url: string): string };
  };
}

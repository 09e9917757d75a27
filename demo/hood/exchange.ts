export interface Exchange {
  readonly number: number;
  readonly at: number /* ms since 1970 */;
  readonly ms: number | null;
  readonly from: 'browser' | 'backend';
  readonly to: 'backend' | 'service' | 'storage';
  readonly method: string;
  readonly path: string /* no query */;
  readonly status: number /* 0: no answer */;
  readonly bytes: number;
  readonly part?: number;
  readonly headers: readonly { readonly name: string; readonly value: string /* redacted */ }[];
  readonly note?: string;
}

/** The Content Security Policies of the pages. */

export type PolicyName = 'none' | 'strict' | 'no-wasm' | 'trusted-types';

export const POLICIES: readonly PolicyName[] = ['none', 'strict', 'no-wasm', 'trusted-types'];

export const TITLES: Readonly<Record<PolicyName, string>> = {
  none: 'No policy',
  strict: 'Strict',
  'no-wasm': 'No WebAssembly',
  'trusted-types': 'Trusted Types',
};

export interface PolicyParts {
  /** Sources for `connect-src`: the service and its storage. */
  readonly hosts: readonly string[];
  /** Sources for `script-src` besides the page's own: hashes of inline scripts, and the CDN. */
  readonly scripts: readonly string[];
  /** Hashes of inline styles. */
  readonly styles: readonly string[];
  readonly worker: 'file' | 'Blob';
  /** Names of Trusted Types policies besides those of the package. */
  readonly trustedTypes: readonly string[];
}

/** The header; null for a page without a policy. */
export const policyHeader = (name: PolicyName, parts: PolicyParts): string | null => {
  const { hosts, scripts, styles, worker, trustedTypes } = parts;
  switch (name) {
    case 'none':
      return null;
    case 'strict':
      return [
        "default-src 'none'",
        ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
        worker === 'file' ? "worker-src 'self'" : 'worker-src blob:',
        ["style-src 'self'", ...styles].join(' '),
        'img-src data:',
        'media-src blob:',
        ["connect-src 'self'", ...hosts].join(' '),
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; ');
    case 'no-wasm':
      return ["script-src 'self' 'unsafe-inline' blob:", ...scripts.filter(isHost)].join(' ');
    case 'trusted-types':
      return [
        "require-trusted-types-for 'script'",
        ['trusted-types lit-html audio-transcribe', ...trustedTypes].join(' '),
      ].join('; ');
  }
};

// A hash would switch 'unsafe-inline' off.
const isHost = (source: string): boolean => !source.startsWith("'");

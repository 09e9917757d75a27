import type { ReactNode } from 'react';

export const metadata = { icons: 'data:,' };

/** Only for pages with Trusted Types: Turbopack loads its files without a policy. */
const policy = `globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});`;

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <script dangerouslySetInnerHTML={{ __html: policy }} />
      </head>
      <body>{children}</body>
    </html>
  );
}

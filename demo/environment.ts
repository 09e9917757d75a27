/** Reads from the environment which service the demo uses. */
export type DemoTarget =
  | { readonly kind: 'sandbox' }
  | {
      readonly kind: 'service';
      readonly serviceUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly apiKey: string;
      /** Hosts allowed in `file_url`; undefined for every public host. */
      readonly allowedFileHosts: readonly string[] | undefined;
    };

const NAMES = ['SERVICE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'API_KEY'] as const;

/**
 * With all four variables: the real service. With none: the sandbox. Otherwise throws. `ALLOWED_FILE_HOSTS`,
 * separated by commas, is for a service whose storage has no public host.
 */
export const readTarget = (
  environment: Readonly<Record<string, string | undefined>>,
): DemoTarget => {
  const missing = NAMES.filter((name) => !environment[name]);
  if (missing.length === NAMES.length) return { kind: 'sandbox' };
  if (missing.length > 0) {
    throw new Error(
      `To talk to the real service set ${NAMES.join(', ')}; missing: ${missing.join(', ')}. Unset them all for the sandbox.`,
    );
  }
  const [serviceUrl = '', clientId = '', clientSecret = '', apiKey = ''] = NAMES.map(
    (name) => environment[name],
  );
  const allowedFileHosts = environment['ALLOWED_FILE_HOSTS']?.split(',').map((it) => it.trim());
  return { kind: 'service', serviceUrl, clientId, clientSecret, apiKey, allowedFileHosts };
};

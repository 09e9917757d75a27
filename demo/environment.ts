/** What the environment says about the service the demo talks to. */
export type DemoTarget =
  | { readonly kind: 'sandbox' }
  | {
      readonly kind: 'service';
      readonly serviceUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly apiKey: string;
      /** Hosts that `file_url` may be on; undefined: every public host. */
      readonly allowedFileHosts: readonly string[] | undefined;
    };

const NAMES = ['SERVICE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'API_KEY'] as const;

/**
 * All four variables: the real service. None: the sandbox. Anything between is a mistake, and is said so.
 * `ALLOWED_FILE_HOSTS`, separated by commas, is for a service whose storage is on no public host.
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

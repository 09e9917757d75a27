/** What the environment says about the service the demo talks to. */
export type DemoTarget =
  | { readonly kind: 'sandbox' }
  | {
      readonly kind: 'service';
      readonly serviceUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly apiKey: string;
    };

const NAMES = ['SERVICE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'API_KEY'] as const;

/** All four variables: the real service. None: the sandbox. Anything between is a mistake, and is said so. */
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
  return { kind: 'service', serviceUrl, clientId, clientSecret, apiKey };
};

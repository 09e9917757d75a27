/** CORS headers for other origins. Credentials are never allowed. */
export interface Cors {
  readonly methods: readonly string[];
  /** Request headers in addition to the safelisted ones. */
  readonly requestHeaders: readonly string[];
  /** Response headers that scripts may read. */
  readonly exposedHeaders: readonly string[];
}

/** Headers of every response of a route that browsers may call, including errors. */
export const corsHeaders = (cors: Cors | undefined): Record<string, string> =>
  cors === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': '*',
        ...(cors.exposedHeaders.length === 0
          ? {}
          : { 'Access-Control-Expose-Headers': cors.exposedHeaders.join(', ') }),
      };

/** Headers of a preflight response. */
export const preflightHeaders = (cors: Cors): Record<string, string> => ({
  ...corsHeaders(cors),
  'Access-Control-Allow-Methods': cors.methods.join(', '),
  'Access-Control-Allow-Headers': cors.requestHeaders.join(', '),
  'Access-Control-Max-Age': '600',
});

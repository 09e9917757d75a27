/** What browsers on any other origin may do; no credentials mode is ever allowed. */
export interface Cors {
  readonly methods: readonly string[];
  /** Request headers beyond the safelisted ones. */
  readonly requestHeaders: readonly string[];
  /** Response headers that scripts may read. */
  readonly exposedHeaders: readonly string[];
}

/** Headers of every answer of a route that browsers may call, errors included. */
export const corsHeaders = (cors: Cors | undefined): Record<string, string> =>
  cors === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': '*',
        ...(cors.exposedHeaders.length === 0
          ? {}
          : { 'Access-Control-Expose-Headers': cors.exposedHeaders.join(', ') }),
      };

/** Headers of the answer to a preflight. */
export const preflightHeaders = (cors: Cors): Record<string, string> => ({
  ...corsHeaders(cors),
  'Access-Control-Allow-Methods': cors.methods.join(', '),
  'Access-Control-Allow-Headers': cors.requestHeaders.join(', '),
  'Access-Control-Max-Age': '600',
});

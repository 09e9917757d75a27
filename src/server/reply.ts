/** An answer as plain data: a Response and its stream are made at the edge, and only where somebody wants them. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body. */
  readonly text: string | null;
}

export const responseOf = ({ status, headers, text }: Reply): Response =>
  new Response(text, { status, headers });

export type Replier = (request: Request) => Promise<Reply>;

const repliers = new WeakMap<object, Replier>();

/** What a handler answers with before it becomes a Response; undefined for a function that wraps one. */
export const replierOf = (handler: object): Replier | undefined => repliers.get(handler);

/** The replier as a function of the Fetch API. */
export const toHandler = (reply: Replier): ((request: Request) => Promise<Response>) => {
  const handler = async (request: Request): Promise<Response> => responseOf(await reply(request));
  repliers.set(handler, reply);
  return handler;
};

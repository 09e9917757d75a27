/** Decides before the checks whether the service can be judged at all. If not, one sentence says what to do. */
import { NoAnswer, NotReached, StayedBusy, succeeded, type Answer } from './service/call.js';
import type { World } from './steps/world.js';

/** The tool cannot judge the service; the message says what to do. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}

/** What was presented, where it comes from, and the first request that uses it. */
interface Opening {
  readonly what: string;
  readonly check: string;
  readonly send: () => Promise<Answer>;
  /** True if the request is right, so that 404 means that there is no service. */
  readonly exists: boolean;
}

/** The first use of each credential that was given. */
const openings = (world: World, { upload, transcription }: Halves): readonly Opening[] => {
  const { clientSecret, apiKey, partnerToken, userToken } = world.settings.credentials;
  const list: Opening[] = [];
  if (upload && userToken !== null)
    list.push({
      ...{ what: 'the user token', check: 'USER_TOKEN: it may have expired', exists: true },
      send: world.firstPlan,
    });
  if (upload && partnerToken !== null)
    list.push({
      ...{ what: 'the partner token', check: 'PARTNER_TOKEN: it may have expired', exists: true },
      send: world.userAnswer,
    });
  if (upload && clientSecret !== null && list.length === 0)
    list.push({
      ...{ what: 'the client credentials', check: '--client-id and CLIENT_SECRET', exists: true },
      send: async () => (await world.exchanged()).answer,
    });
  if (transcription && apiKey !== null)
    list.push({
      ...{ what: 'the key pair', exists: false },
      check: '--client-id and API_KEY, which is not the secret',
      send: world.unknownTask,
    });
  return list;
};

/** Which halves of the service the selected checks use. */
export interface Halves {
  /** Tokens and upload. */
  readonly upload: boolean;
  readonly transcription: boolean;
}

const isPage = ({ headers, json, size }: Answer): boolean =>
  json === undefined && size > 0 && /html/i.test(headers.get('content-type') ?? '');

const shown = ({ address, quote }: Answer): string => quote(address);

const problemOf = (answer: Answer, { what, check, exists }: Opening): string | null => {
  const { status, headers, quote } = answer;
  if (status >= 300 && status < 400)
    return `${shown(answer)} redirects to ${quote(headers.get('location') ?? 'another address')} (${status}): give the address that it leads to as --service-url.`;
  if (isPage(answer))
    return `${shown(answer)} answers with a web page instead of JSON (${status}): check --service-url.`;
  if (status === 401 || (status === 403 && exists))
    return `The service refuses ${what} (${status}): check ${check}, and that --service-url is the service they were issued for.`;
  if ((status === 404 && exists) || status === 405)
    return `There is no service at ${shown(answer)} (${status}): check --service-url; the paths of section 4 are appended to it.`;
  if (status >= 500 && exists)
    return `The service answers ${status} to ${shown(answer)}: try again later, or ask the operator.`;
  if (succeeded(answer) && answer.json === undefined)
    return `${shown(answer)} answers ${status} without JSON: check --service-url.`;
  return null;
};

const sentenceFor = (error: NotReached): string | null => {
  if (error instanceof NoAnswer)
    return `The service cannot be judged: ${error.message}. Check --service-url, the network and --timeout.`;
  if (error instanceof StayedBusy)
    return `The service is busy and stays so (${error.answer.status}): try again later.`;
  return null;
};

/** Throws CannotJudge if none of the checks would say anything. */
export const start = async (world: World, halves: Halves): Promise<void> => {
  for (const opening of openings(world, halves)) {
    try {
      const problem = problemOf(await opening.send(), opening);
      if (problem !== null) throw new CannotJudge(problem);
    } catch (error) {
      if (!(error instanceof NotReached)) throw error;
      const sentence = sentenceFor(error);
      if (sentence !== null) throw new CannotJudge(sentence);
    }
  }
};

/** Whose recording it is, compared with who is signed in now. */
import { errorFor } from '../../protocol/failures.js';
import type { Owner } from './job.js';
import type { JobRun, SessionContext } from './session.js';

/** True if both are known, and differ. */
const isAnotherOwner = (one: Owner, other: Owner): boolean =>
  (['page', 'user'] as const).some(
    (by) => one[by] !== undefined && other[by] !== undefined && one[by] !== other[by],
  );

type Signed = Pick<SessionContext, 'tokenScope' | 'tokenAliases' | 'userKey'>;

/** Who is signed in, by the names that `owner` has. */
const ownerNow = (signed: Signed, owner: Owner, tokenUser = signed.tokenScope?.()): Owner => {
  const page = signed.userKey?.() ?? '';
  const isAlias = signed.tokenAliases?.().includes(owner.user ?? '') === true;
  const user = (isAlias ? owner.user : tokenUser) ?? '';
  return { ...(page && { page }), ...(user && { user }) };
};

/** True if somebody else is signed in now. */
export const isOfAnother = (signed: Signed, owner: Owner): boolean =>
  isAnotherOwner(owner, ownerNow(signed, owner));

/**
 * Throws TranscribeError `not-authorized` if somebody else is signed in than when the recording was chosen. Otherwise the job
 * keeps what is known of its owner. Called before every request that names the recording, with the token of that request.
 */
export const checkOwner = (
  { context, currentJob, report }: Pick<JobRun, 'context' | 'currentJob' | 'report'>,
  tokenUser?: string | null,
): void => {
  const { owner = {}, submissionAskedAtMs } = currentJob();
  const now = ownerNow(context(), owner, tokenUser);
  if (isAnotherOwner(owner, now)) {
    // A task may exist, and only its owner can find that out.
    throw submissionAskedAtMs === undefined
      ? errorFor('another-user', {}, { recoverable: false })
      : errorFor('not-signed-in', {});
  }
  const known: Owner = { ...now, ...owner };
  if (known.page !== owner.page || known.user !== owner.user)
    report({ type: 'owned', owner: known });
};

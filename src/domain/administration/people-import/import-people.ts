import type { Database } from '#database/client.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { peopleFileConstants } from '#shared/constants/site/people-files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toAsciiSkeleton } from '#shared/format/texts/misleading-names.ts';
import { requestEmail } from '../../accounts/emails/request-email.ts';
import { enterGroup } from '../../accounts/enter-group.ts';
import { hashNewPassword } from '../../accounts/passwords/hash-password.ts';
import { claimUsername } from '../../accounts/registration/claim-username.ts';
import { findTakenField, insertAccount } from '../../accounts/registration/create-account.ts';
import { lockOwnAccount, requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { type CheckedInput, type CheckedPerson, checkPeopleRows } from './check-people-rows.ts';
import { parsePeopleFile } from './parse-people-file.ts';

/** What an import would do, or has done. It has no password. */
export interface PeopleFileReport {
  counts: { new: number; wrong: number };
  /** The rows with problems, or the first of all if none has. */
  rows: CheckedPerson[];
  /** Further such rows. */
  more: number;
  imported: boolean;
}

/**
 * Checks a CSV file with people row by row, and writes nothing.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`, `bad-people-file`.
 */
export async function checkPeopleFile(ctx: Ctx, bytes: Uint8Array): Promise<PeopleFileReport> {
  await admit(ctx);
  return toReport(await checkPeopleRows(ctx, parsePeopleFile(bytes)), false);
}

/**
 * Makes an account for each person of a file, all or none: if a row is wrong, nothing is written and the report says
 * why. Passwords are hashed before the transaction and stored nowhere else. People without one get a link by mail that
 * sets it; the others confirm their email as after a registration. Who can register on the site does not count. It
 * needs a fresh proof of identity.
 * @throws AppError as `checkPeopleFile`; `proof-required`; `people-changed` if somebody took a name or email of the
 * file meanwhile.
 */
export async function importPeopleFile(ctx: Ctx, bytes: Uint8Array): Promise<PeopleFileReport> {
  const accountId = await admit(ctx);
  await requireFreshProof(ctx);
  const checked = await checkPeopleRows(ctx, parsePeopleFile(bytes));
  const people = checked.flatMap(({ person }) => person ?? []);
  if (people.length < checked.length) return toReport(checked, false);
  const hashed: HashedPerson[] = [];
  // One after the other: logins and registrations hash at the same time.
  for (const { password, ...person } of people) {
    const passwordHash =
      password === '' ? null : await hashNewPassword(ctx, password, person, accountId);
    hashed.push({ ...person, passwordHash });
  }
  await writePeople(ctx, accountId, hashed);
  return toReport(checked, true);
}

async function admit(ctx: Ctx): Promise<string> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('people-files-by-account', id);
  return id;
}

type HashedPerson = Omit<CheckedInput, 'password'> & { passwordHash: string | null };

async function writePeople(
  ctx: Ctx & { db: Database },
  accountId: string,
  people: readonly HashedPerson[],
): Promise<void> {
  try {
    await ctx.db.transaction(async (tx) => {
      // In one order, so that two imports do not wait for each other.
      const names = people.map(({ username }) => username);
      names.sort((a, b) => (toAsciiSkeleton(a) < toAsciiSkeleton(b) ? -1 : 1));
      for (const name of names) await claimUsername(tx, name);
      await lockOwnAccount(ctx, tx, { isProven: true });
      for (const person of people) await writePerson(ctx, tx, person);
      await appendToAdminLog(tx, {
        accountId,
        act: 'import-people',
        subject: 'csv',
        details: { people: people.length },
        at: ctx.clock.now(),
      });
    });
  } catch (error) {
    const isTaken =
      error instanceof AppError && (error.code === 'username-taken' || error.code === 'group-gone');
    if (isTaken || findTakenField(error)) throw new AppError('people-changed');
    throw error;
  }
}

async function writePerson(
  ctx: Ctx,
  tx: Transaction,
  { username, name, email, groupId, passwordHash }: HashedPerson,
): Promise<void> {
  const user = {
    username: username.toLowerCase(),
    displayUsername: username,
    name: name || username,
    email,
    emailVerified: !ctx.accounts.mailer.canDeliver,
    role: 'player' as const,
    registeredAt: ctx.clock.now(),
  };
  const userId = await insertAccount(tx, ctx, user, passwordHash);
  if (groupId !== null) {
    await enterGroup(tx, { groupId, userId, how: 'import', at: user.registeredAt });
  }
  if (passwordHash === null) await requestEmail({ ...ctx, db: tx }, 'reset-by-admin', email);
  else if (!user.emailVerified) await requestEmail({ ...ctx, db: tx }, 'confirm', email);
}

function toReport(
  checked: readonly (CheckedPerson & { person: CheckedInput | null })[],
  imported: boolean,
): PeopleFileReport {
  const isWrong = ({ person }: (typeof checked)[number]) => person === null;
  const wrong = checked.filter(isWrong);
  const listed = wrong.length > 0 ? wrong : checked;
  const shown = listed.slice(0, peopleFileConstants.reportMax);
  return {
    counts: { new: checked.length - wrong.length, wrong: wrong.length },
    rows: shown.map(({ row, username, problems }) => ({ row, username, problems })),
    more: listed.length - shown.length,
    imported,
  };
}

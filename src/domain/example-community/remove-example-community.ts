import { and, asc, eq, inArray, ne, notExists } from 'drizzle-orm';
import { discussionComments, discussions, exampleCommunity, users } from '#database/schema.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

/**
 * Begins the removal of the example community. A job deletes its accounts one after the other, so that nothing is
 * locked for long: their listings, orders and offers end, their texts are removed. What others got from them stays,
 * and their own cards and money leave the game with the nightly job. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`; `no-example-community` if the site has no
 * examples, if it is still being made, or if its removal has begun.
 */
export async function removeExampleCommunity(ctx: Ctx): Promise<void> {
  const { id: adminId } = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const begun = await tx
      .update(exampleCommunity)
      .set({ state: 'removing', attempts: 0, claimedUntil: null })
      .where(inArray(exampleCommunity.state, ['made', 'failed']))
      .returning({ id: exampleCommunity.id });
    if (begun.length === 0) throw new AppError('no-example-community');
    await appendToAdminLog(tx, {
      accountId: adminId,
      act: 'remove-examples',
      subject: 'example-community',
      details: {},
      at: ctx.clock.now(),
    });
  });
}

/** How many example accounts have not been deleted. */
export async function countExampleAccounts({ db }: Pick<Ctx, 'db'>): Promise<number> {
  return db.$count(users, isPresent);
}

/** A deleted account is a guest. */
const isPresent = and(eq(users.isExample, true), ne(users.role, 'guest'));

/**
 * Deletes all example accounts, one after the other. A repeated run continues.
 * @param onStep called before each account; throws when another node has taken over.
 */
export async function deleteExampleAccounts(
  ctx: Ctx,
  { onStep }: { onStep: () => Promise<void> },
): Promise<void> {
  for (;;) {
    await onStep();
    const [account] = await ctx.db
      .select({ id: users.id })
      .from(users)
      .where(isPresent)
      .orderBy(asc(users.id))
      .limit(1);
    if (!account) return;
    await deleteExampleAccount(ctx, account.id);
  }
}

async function deleteExampleAccount(ctx: Ctx, id: string): Promise<void> {
  await deleteOwnDiscussions(ctx, id);
  // A suspension or a role would keep the account.
  await ctx.db
    .update(users)
    .set({ banned: false, role: 'player' })
    .where(and(eq(users.id, id), isPresent));
  try {
    await deleteAccount(ctx, {
      accountId: id,
      removesTexts: true,
      requireAllowed: async () => {},
    });
  } catch (error) {
    // Suspended in this moment: the next round tries again.
    if (!isAppError(error) || error.code !== 'app-session-ended') throw error;
  }
}

/** Deletes the discussions of an example account in which only example accounts have written. */
async function deleteOwnDiscussions({ db, events }: Ctx, authorId: string): Promise<void> {
  const byOthers = db
    .select({ id: discussionComments.id })
    .from(discussionComments)
    .innerJoin(users, eq(users.id, discussionComments.authorId))
    .where(and(eq(discussionComments.discussionId, discussions.id), eq(users.isExample, false)));
  const deleted = await db
    .delete(discussions)
    .where(and(eq(discussions.authorId, authorId), notExists(byOthers)))
    .returning({ id: discussions.id });
  if (deleted.length > 0) events.publish({ type: 'content-removed' });
}

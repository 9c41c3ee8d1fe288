import { and, desc, eq } from 'drizzle-orm';
import { accountNotes, users } from '#database/schema.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockAccounts } from '../../accounts/lock-accounts.ts';
import type { Ctx } from '../../context.ts';
import { listLowerRoles, requireModerator } from '../../permissions/require-moderator.ts';
import { findModeratedAccount, type ModeratedAccount } from './find-moderated-account.ts';

/** A note about an account as moderators read it. */
export type AccountNote = Awaited<ReturnType<typeof listAccountNotes>>[number];

/**
 * Writes a note about an account with a lower role. Its owner never sees it.
 * @throws AppError `login-required`, `moderators-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `note-limit`.
 */
export async function addAccountNote(
  ctx: Ctx,
  { username, text }: { username: string; text: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const at = ctx.clock.now();
  const found = await findModeratedAccount(ctx.db, username, at);
  await ctx.db.transaction(async (tx) => {
    // Notes that are written at the same time count each other, and a deletion of the account waits.
    await lockAccounts(tx, [found.id], 'no key update');
    const target = await findModeratedAccount(tx, username, at);
    requireBelow(ctx, target);
    const written = await tx.$count(accountNotes, eq(accountNotes.userId, target.id));
    if (written >= moderationConstants.notesMax) throw new AppError('note-limit');
    await tx.insert(accountNotes).values({ userId: target.id, authorId: actor.id, text, at });
  });
}

/**
 * Deletes a note about an account with a lower role: an own one, and for admins each.
 * @throws AppError `login-required`, `moderators-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `note-gone`.
 */
export async function deleteAccountNote(
  ctx: Ctx,
  { username, noteId }: { username: string; noteId: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const target = await findModeratedAccount(ctx.db, username, ctx.clock.now());
  requireBelow(ctx, target);
  const deleted = await ctx.db
    .delete(accountNotes)
    .where(
      and(
        eq(accountNotes.id, noteId),
        eq(accountNotes.userId, target.id),
        actor.role === 'admin' ? undefined : eq(accountNotes.authorId, actor.id),
      ),
    )
    .returning({ id: accountNotes.id });
  if (deleted.length === 0) throw new AppError('note-gone');
}

/**
 * The notes about an account with a lower role, newest first; none about others.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listAccountNotes(
  ctx: Ctx,
  { id, role }: Pick<ModeratedAccount, 'id' | 'role'>,
) {
  const actor = requireModerator(ctx);
  if (!listLowerRoles(actor.role).includes(role)) return [];
  const notes = await ctx.db
    .select({
      id: accountNotes.id,
      authorId: accountNotes.authorId,
      author: users.displayUsername,
      text: accountNotes.text,
      at: accountNotes.at,
    })
    .from(accountNotes)
    .innerJoin(users, eq(users.id, accountNotes.authorId))
    .where(eq(accountNotes.userId, id))
    .orderBy(desc(accountNotes.id))
    .limit(moderationConstants.notesMax);
  return notes.map(({ authorId, ...note }) => ({
    ...note,
    mayDelete: actor.role === 'admin' || authorId === actor.id,
  }));
}

function requireBelow(ctx: Ctx, target: ModeratedAccount): void {
  const actor = requireModerator(ctx);
  if (target.id === actor.id) throw new AppError('moderate-self');
  if (!listLowerRoles(actor.role).includes(target.role)) throw new AppError('not-above');
}

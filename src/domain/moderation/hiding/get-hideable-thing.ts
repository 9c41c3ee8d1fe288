import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { moderationLog, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { findReportedThing } from '../cases/find-reported-thing.ts';
import { isActUndone } from '../undoing/mark-act-undone.ts';
import type { HideableThingKind } from './hideable-kinds.ts';

interface ThingReference {
  kind: Exclude<HideableThingKind, 'message'>;
  thing: string;
}

/**
 * A thing that moderators can hide or show again. `hiding` is the act that hid it; null if none of a moderator does.
 * @throws AppError `login-required`, `moderators-only`, `thing-gone`.
 */
export async function getHideableThing(ctx: Ctx, reference: ThingReference) {
  const actor = requireModerator(ctx);
  const found = await findReportedThing(ctx.db, reference, null);
  if (!found) throw new AppError('thing-gone');
  const [author] = await ctx.db
    .select({ username: users.displayUsername })
    .from(users)
    .where(eq(users.id, found.authorId));
  return {
    author: author?.username ?? '',
    text: found.text,
    isOwn: found.authorId === actor.id,
    hiding: await findHiding(ctx, { ...reference, authorId: found.authorId }),
  };
}

/** The latest act that hid the thing, if it was not taken back. */
async function findHiding(
  { db }: Ctx,
  { kind, thing, authorId }: ThingReference & { authorId: string },
): Promise<{ id: string; at: Date; reason: string } | null> {
  const [hiding] = await db
    .select({ id: moderationLog.id, at: moderationLog.at, reason: moderationLog.reason })
    .from(moderationLog)
    .where(
      and(
        eq(moderationLog.targetId, authorId),
        inArray(moderationLog.act, ['hide-comment', 'hide-discussion', 'hide-picture']),
        eq(sql`${moderationLog.details} ->> 'thing'`, thing.toLowerCase()),
        eq(sql`${moderationLog.details} ->> 'kind'`, kind),
      ),
    )
    .orderBy(desc(moderationLog.id))
    .limit(1);
  return !hiding || (await isActUndone(db, hiding.id)) ? null : hiding;
}

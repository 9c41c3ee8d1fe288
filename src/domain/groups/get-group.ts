import { and, asc, desc, eq } from 'drizzle-orm';
import { groupMembers, groupRequests, groups, pictures, users } from '#database/schema.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { hasRight } from '#shared/rules/rights.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { isShownMember } from './group-people.ts';
import { groupColumns, isWaitingRequest, toGroup } from './list-groups.ts';

/** A group as its page shows it. */
export type Group = Awaited<ReturnType<typeof getGroup>>['group'];

/**
 * A group with a page of its members, leaders first, if the actor may see them, and the requests that wait, if it may
 * answer them.
 * @throws AppError `login-required`, `group-gone`.
 */
export async function getGroup(ctx: Ctx, { id, page }: { id: string; page: number }) {
  const actor = requireActor(ctx);
  const [row] = await ctx.db
    .select(groupColumns(actor.id))
    .from(groups)
    .leftJoin(pictures, eq(pictures.id, groups.pictureId))
    .where(eq(groups.id, id));
  if (!row) throw new AppError('group-gone');
  const group = toGroup(row, hasRight(actor, 'manage-groups'));
  const [list, requests] = await Promise.all([
    group.showsMembers ? listMembers(ctx, { id, page }) : { members: [], pages: 1 },
    group.mayAnswer ? listRequests(ctx, id) : [],
  ]);
  return { group, ...list, page, requests };
}

async function listMembers(ctx: Ctx, { id, page }: { id: string; page: number }) {
  const { membersPageSize } = groupConstants;
  const isShown = and(eq(groupMembers.groupId, id), isShownMember(ctx.clock.now()));
  const shown = ctx.db
    .select({ id: users.id })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(isShown)
    .as('shown');
  const [total, members] = await Promise.all([
    ctx.db.$count(shown),
    ctx.db
      .select({
        username: users.displayUsername,
        name: users.name,
        profilePic: users.profilePic,
        isLeader: groupMembers.isLeader,
        joinedAt: groupMembers.joinedAt,
      })
      .from(groupMembers)
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .where(isShown)
      .orderBy(desc(groupMembers.isLeader), asc(groupMembers.joinedAt), asc(groupMembers.userId))
      .limit(membersPageSize)
      .offset((page - 1) * membersPageSize),
  ]);
  return { members, pages: countPages(total, membersPageSize) };
}

/** The oldest requests that wait. The next follow when they are answered. */
async function listRequests(ctx: Ctx, groupId: string) {
  return ctx.db
    .select({
      username: users.displayUsername,
      name: users.name,
      profilePic: users.profilePic,
      askedAt: groupRequests.askedAt,
    })
    .from(groupRequests)
    .innerJoin(users, eq(users.id, groupRequests.userId))
    .where(and(isWaitingRequest(groupId), isShownMember(ctx.clock.now())))
    .orderBy(asc(groupRequests.askedAt), asc(groupRequests.userId))
    .limit(groupConstants.membersPageSize);
}

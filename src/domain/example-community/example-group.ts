import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import { exampleCommunity, gameGroups, games, users } from '#database/schema.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { setGroupPrice } from '../catalog/prices/set-group-price.ts';
import type { Ctx } from '../context.ts';
import { addMember } from '../groups/change-members.ts';
import { setGameGroups } from '../groups/game-groups.ts';
import { createGroup, deleteGroup } from '../groups/save-group.ts';
import type { Community } from './community-types.ts';
import { createExampleActor } from './example-session.ts';

const membersMax = 6;
/** A third of the usual default price. */
const price = 3_33;

/**
 * Makes a group of some players with a game for its members alone, which nobody has bought, and a price for them, in
 * the name of the first admin of the site. On a site without an admin it does nothing.
 */
export async function makeExampleGroup({ session, gameIds, players }: Community): Promise<void> {
  const ctx = await actAsFirstAdmin(session.ctx);
  if (!ctx) return;
  const groupId = await createExampleGroup(ctx);
  if (groupId === null) return;
  const members = players.filter(({ registeredAt }) => registeredAt).slice(0, membersMax);
  for (const { username } of members) await addMember(ctx, { groupId, username });
  const [forMembers] = await ctx.db
    .select({ id: games.id })
    .from(games)
    .where(
      and(
        eq(games.source, 'bundle'),
        eq(games.isHidden, false),
        eq(games.isForGroups, false),
        notInArray(games.id, [...gameIds]),
      ),
    )
    .orderBy(asc(games.ratingsCount), asc(games.id))
    .limit(1);
  if (forMembers) await setGameGroups(ctx, { gameId: forMembers.id, groupIds: [groupId] });
  const [gameId] = gameIds;
  if (gameId !== undefined) await setGroupPrice(ctx, { gameId, groupId, price });
}

/** Null if the site has a group of this name. */
async function createExampleGroup(ctx: Ctx): Promise<string | null> {
  try {
    const { id } = await createGroup(ctx, {
      name: 'Friends of old games',
      description:
        'An example: its members see a game that nobody else sees, and pay less for another.',
      membersShownTo: 'everyone',
      joining: 'request',
    });
    await ctx.db.update(exampleCommunity).set({ groupId: id });
    return id;
  } catch (error) {
    if (isAppError(error) && error.code === 'group-name-taken') return null;
    throw error;
  }
}

/** Deletes the group, if an admin has not done that. Its game is for everybody again. */
export async function deleteExampleGroup(base: Ctx): Promise<void> {
  const [example] = await base.db
    .select({ groupId: exampleCommunity.groupId })
    .from(exampleCommunity);
  const ctx = await actAsFirstAdmin(base);
  if (!example?.groupId || !ctx) return;
  const { groupId } = example;
  const opened = await ctx.db
    .select({ gameId: gameGroups.gameId })
    .from(gameGroups)
    .where(eq(gameGroups.groupId, groupId));
  const all = await ctx.db
    .select()
    .from(gameGroups)
    .where(
      inArray(
        gameGroups.gameId,
        opened.map(({ gameId }) => gameId),
      ),
    );
  for (const { gameId } of opened) {
    const others = all.filter((row) => row.gameId === gameId && row.groupId !== groupId);
    const groupIds = others.length > 0 ? others.map((row) => row.groupId) : null;
    await setGameGroups(ctx, { gameId, groupIds });
  }
  await deleteGroup(ctx, { id: groupId });
}

async function actAsFirstAdmin(ctx: Ctx): Promise<Ctx | null> {
  const [admin] = await ctx.db
    .select({ id: users.id, username: users.username, registeredAt: users.registeredAt })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.id))
    .limit(1);
  if (!admin) return null;
  return { ...ctx, actor: { ...createExampleActor(admin), role: 'admin', heldRole: 'admin' } };
}

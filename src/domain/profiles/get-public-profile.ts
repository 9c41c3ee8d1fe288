import { count, eq, sql } from 'drizzle-orm';
import { float, integer, nullable, timestamptz } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import {
  cardKinds,
  cards,
  friendships,
  gameProgress,
  games,
  ownedGames,
  users,
} from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { rarities } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isOnline } from '../accounts/presence/presence.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { selectCardPicture } from '../inventory/card-picture.ts';

const showcaseSize = 4;

/**
 * Returns the public profile of an account by username, without regard to case.
 * @throws AppError `user-not-found`.
 */
export async function getProfile(ctx: Ctx, username: string) {
  const [user] = await readProfile(ctx.db, {
    username: toUsernameKey(username),
    now: ctx.clock.now().toISOString(),
  });
  if (!user) throw new AppError('user-not-found');
  const { lastSeenAt, ...profile } = user;
  // The actor is always Online here, even before this request is written as its last-seen time.
  const online = ctx.actor?.id === user.id || isOnline(lastSeenAt, ctx.clock.now());
  return { ...profile, status: online ? ('Online' as const) : ('Offline' as const) };
}

// As an expression of its own it keeps the name of its table: `cards` has a column `id` too.
const accountId = sql`${users.id}`;

const readProfile = prepareSelect('get-profile', (db) =>
  db
    .select({
      id: users.id,
      username: users.displayUsername,
      name: users.name,
      description: users.description,
      profilePic: users.profilePic,
      role: users.role,
      lastSeenAt: users.lastSeenAt,
      suspended: isSuspended(sql.placeholder('now')),
      createdAt: users.createdAt,
      games: typedSql(
        integer,
        sql`(select count(*)::integer from ${ownedGames} where ${ownedGames.userId} = ${users.id})`,
      ),
      friends: typedSql(
        integer,
        sql`(select count(*)::integer from ${friendships}
          where ${friendships.lowId} = ${users.id} or ${friendships.highId} = ${users.id})`,
      ),
      playedMs: typedSql(
        float,
        sql`(select coalesce(sum(${gameProgress.playedMs}), 0)::double precision from ${gameProgress}
          where ${gameProgress.userId} = ${users.id})`,
      ),
      lastPlayedAt: typedSql(
        nullable(timestamptz),
        sql`(select max(${gameProgress.lastPlayedAt}) from ${gameProgress}
          where ${gameProgress.userId} = ${users.id})`,
      ),
      cards: typedSql(
        integer,
        sql`(select count(*)::integer from ${cards}
          where ${cards.ownerId} = ${accountId} and ${cards.state} = 'held')`,
      ),
    })
    .from(users)
    .where(eq(users.username, sql.placeholder('username'))),
);

/** The public profile of an account. */
export type Profile = Awaited<ReturnType<typeof getProfile>>;

/** Returns the rarest card kinds that an account holds, for its profile. */
export async function listShowcase(ctx: Ctx, userId: string) {
  return readShowcase(ctx.db, { userId });
}

const readShowcase = prepareSelect('list-showcase', (db) => {
  const rank = sql`array_position(array[${sql.join(
    rarities.map((rarity) => sql`${rarity}`),
    sql`, `,
  )}]::text[], ${cardKinds.rarity})`;
  return db
    .select({
      kindId: cardKinds.id,
      gameId: games.id,
      gameName: games.name,
      name: cardKinds.name,
      picture: selectCardPicture(games.id),
      rarity: cardKinds.rarity,
      copies: count(),
    })
    .from(cards)
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .innerJoin(games, eq(games.id, cards.gameId))
    .where(sql`${cards.ownerId} = ${sql.placeholder('userId')}::uuid and ${cards.state} = 'held'`)
    .groupBy(cardKinds.id, games.id)
    .orderBy(sql`${rank} desc`, sql`max(${cards.createdAt}) desc`)
    .limit(showcaseSize);
});

/** A card kind that a profile shows. */
export type ShowcaseCard = Awaited<ReturnType<typeof listShowcase>>[number];

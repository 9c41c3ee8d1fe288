import { count, eq, sql } from 'drizzle-orm';
import { boolean, float, integer, nullable } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import {
  cardKinds,
  cards,
  friendships,
  gameProgress,
  games,
  ownedGames,
  preferences,
  users,
} from '#database/schema.ts';
import { selectCurrentGame } from '#database/sql/select-current-game.ts';
import { typedSql } from '#database/typed-sql.ts';
import { rarities } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isOnline } from '../accounts/presence/presence.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { selectCardPicture } from '../inventory/card-picture.ts';
import {
  canSeeActivity,
  canSeeCurrentGame,
  canSeeFriends,
  canSeeGames,
  canSeeInventory,
  canSeePresence,
  type ReaderKind,
} from '../privacy/privacy-rules.ts';
import { defaultPrivacy, privacyColumns } from '../privacy/read-privacy.ts';

const showcaseSize = 4;

/**
 * Returns the public profile of an account by username, without regard to case. What the actor may not see is
 * null, or Offline. `readAs` shows the actor's own profile as others see it.
 * @throws AppError `user-not-found`.
 */
export async function getProfile(
  ctx: Ctx,
  username: string,
  readAs?: Exclude<ReaderKind, 'owner'>,
) {
  const [user] = await readProfile(ctx.db, {
    username: toUsernameKey(username),
    now: ctx.clock.now().toISOString(),
    actorId: ctx.actor?.id ?? null,
  });
  if (!user) throw new AppError('user-not-found');
  const { lastSeenAt, lastPlayedMs, playing, isFriend, settings: stored, ...profile } = user;
  const settings = stored ?? defaultPrivacy;
  const isOwn = ctx.actor?.id === user.id;
  const reader = isOwn ? (readAs ?? 'owner') : isFriend ? 'friend' : 'stranger';
  const question = { reader, settings } as const;
  const sees = {
    inventory: canSeeInventory(question),
    games: canSeeGames(question),
    friends: canSeeFriends(question),
    activity: canSeeActivity(question),
  };
  // The actor is always Online here, even before this request is written as its last-seen time.
  const online = (isOwn || isOnline(lastSeenAt, ctx.clock.now())) && canSeePresence(question);
  return {
    ...profile,
    games: sees.games ? profile.games : null,
    friends: sees.friends ? profile.friends : null,
    cards: sees.inventory ? profile.cards : null,
    playedMs: sees.activity ? profile.playedMs : null,
    lastPlayedAt: sees.activity && lastPlayedMs !== null ? new Date(lastPlayedMs) : null,
    status: online ? ('Online' as const) : ('Offline' as const),
    /** The game that the player is playing now. */
    playing: online && !user.suspended && canSeeCurrentGame(question) ? playing : null,
    isInSearchEngines: settings.isInSearchEngines,
    sees,
  };
}

// As an expression of its own it keeps the name of its table: `cards` has a column `id` too.
const accountId = sql`${users.id}`;
const actorId = sql`${sql.placeholder('actorId')}::uuid`;

const readProfile = prepareSelect('get-profile', (db) =>
  db
    .select({
      id: users.id,
      username: users.displayUsername,
      name: users.name,
      description: users.description,
      profilePic: users.profilePic,
      role: users.role,
      /** Whether it is a player of the example community. */
      isExample: users.isExample,
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
      // The query builder returns the time of an expression as a text.
      lastPlayedMs: typedSql(
        nullable(float),
        sql`(select (extract(epoch from max(${gameProgress.lastPlayedAt})) * 1000)::double precision
          from ${gameProgress} where ${gameProgress.userId} = ${users.id})`,
      ),
      playing: selectCurrentGame(accountId, sql`${sql.placeholder('now')}`),
      cards: typedSql(
        integer,
        sql`(select count(*)::integer from ${cards}
          where ${cards.ownerId} = ${accountId} and ${cards.state} = 'held')`,
      ),
      isFriend: typedSql(
        boolean,
        sql`exists (select from ${friendships}
          where ${friendships.lowId} = least(${accountId}, ${actorId})
            and ${friendships.highId} = greatest(${accountId}, ${actorId})
            and ${accountId} <> ${actorId})`,
      ),
      settings: privacyColumns,
    })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
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

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  boolean,
  type ColumnTypes,
  float,
  integer,
  json,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import {
  cards,
  friendships,
  gameProgress,
  ownedGames,
  preferences,
  users,
} from '#database/schema.ts';
import {
  type CurrentGame,
  currentGameType,
  selectCurrentGame,
} from '#database/sql/select-current-game.ts';
import { type Role, roles } from '#shared/constants/accounts/roles.ts';
import { audiences, messageAudiences, requestAudiences } from '#shared/constants/privacy.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { type PrivacySettings, privacyColumns } from '../privacy/read-privacy.ts';

/** What is stored of an account for its profile, without regard to what the reader may see. */
export interface ProfileRow {
  id: string;
  username: string;
  name: string;
  description: string;
  profilePic: string;
  role: Role;
  /** Whether it is a player of the example community. */
  isExample: boolean;
  lastSeenAt: Date | null;
  suspended: boolean;
  createdAt: Date;
  games: number;
  friends: number;
  playedMs: number;
  lastPlayedMs: number | null;
  playing: CurrentGame | null;
  cards: number;
  areFriends: boolean;
  /** Null for an account that has not saved any. */
  settings: PrivacySettings | null;
}

const audience = z.enum(audiences);

export const profileColumnTypes: ColumnTypes<ProfileRow> = {
  id: uuid,
  username: text,
  name: text,
  description: text,
  profilePic: text,
  role: oneOf(roles),
  isExample: boolean,
  lastSeenAt: nullable(timestamptz),
  suspended: boolean,
  createdAt: timestamptz,
  games: integer,
  friends: integer,
  playedMs: float,
  lastPlayedMs: nullable(float),
  playing: nullable(currentGameType),
  cards: integer,
  areFriends: boolean,
  settings: nullable(
    json(
      z.object({
        inventoryVisibility: audience,
        gamesVisibility: audience,
        friendsVisibility: audience,
        activityVisibility: audience,
        presenceVisibility: audience,
        friendRequestsFrom: z.enum(requestAudiences),
        messagesFrom: z.enum(messageAudiences),
        isInSearchEngines: z.boolean(),
        isNamedInSales: z.boolean(),
        isInLeaderboards: z.boolean(),
      }),
    ),
  ),
};

const now = sql.placeholder('now');
const actorId = sql`${sql.placeholder('actor')}::uuid`;
const settings = sql.join(
  Object.entries(privacyColumns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
);

/** The columns of a `ProfileRow` in a statement on `profileTables`, with the values `actor` and `now`. */
export const profileColumns = sql`${users.id}, ${users.displayUsername} as username, ${users.name},
  ${users.description}, ${users.profilePic} as "profilePic", ${users.role},
  ${users.isExample} as "isExample", ${users.lastSeenAt} as "lastSeenAt",
  ${isSuspended(now)} as suspended, ${users.createdAt} as "createdAt",
  (select count(*)::integer from ${ownedGames} where ${ownedGames.userId} = ${users.id}) as games,
  (select count(*)::integer from ${friendships}
    where ${friendships.lowId} = ${users.id} or ${friendships.highId} = ${users.id}) as friends,
  progress."playedMs", progress."lastPlayedMs", ${selectCurrentGame(users.id, sql`${now}`)} as playing,
  (select count(*)::integer from ${cards}
    where ${cards.ownerId} = ${users.id} and ${cards.state} = 'held') as cards,
  exists (select from ${friendships}
    where ${friendships.lowId} = least(${users.id}, ${actorId})
      and ${friendships.highId} = greatest(${users.id}, ${actorId})
      and ${users.id} <> ${actorId}) as "areFriends",
  case when ${preferences.userId} is not null then jsonb_build_object(${settings}) end as settings`;

/** The accounts with what is counted of them. */
export const profileTables = sql`${users}
  left join ${preferences} on ${preferences.userId} = ${users.id}
  cross join lateral (
    select coalesce(sum(${gameProgress.playedMs}), 0)::double precision as "playedMs",
      (extract(epoch from max(${gameProgress.lastPlayedAt})) * 1000)::double precision as "lastPlayedMs"
    from ${gameProgress} where ${gameProgress.userId} = ${users.id}
  ) as progress`;

/** The condition that an account has the username that is the value `username`. */
export const isProfileOf = sql`${users.username} = ${sql.placeholder('username')}`;

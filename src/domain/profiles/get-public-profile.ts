import { sql } from 'drizzle-orm';
import { prepareStatement } from '#database/prepared-query.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isOnline } from '../accounts/presence/presence.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import {
  canSeeActivity,
  canSeeCurrentGame,
  canSeeFriends,
  canSeeGames,
  canSeeInventory,
  canSeePresence,
  type ReaderKind,
} from '../privacy/privacy-rules.ts';
import { defaultPrivacy } from '../privacy/read-privacy.ts';
import {
  isProfileOf,
  type ProfileRow,
  profileColumns,
  profileColumnTypes,
  profileTables,
} from './profile-row.ts';

/** How the owner of a profile may read it instead: as others see it. */
export type PreviewReader = Exclude<ReaderKind, 'owner'>;

/**
 * Returns the public profile of an account by username, without regard to case. What the actor may not see is
 * null, or Offline.
 * @throws AppError `user-not-found`.
 */
export async function getProfile(ctx: Ctx, username: string) {
  const [row] = await readProfile(ctx.db, {
    username: toUsernameKey(username),
    now: ctx.clock.now().toISOString(),
    actor: ctx.actor?.id ?? null,
  });
  if (!row) throw new AppError('user-not-found');
  return toProfile(ctx, row);
}

/** The profile of a row as the actor may see it. `readAs` shows the actor's own profile as others see it. */
export function toProfile(
  { actor, clock }: Pick<Ctx, 'actor' | 'clock'>,
  row: ProfileRow,
  readAs?: PreviewReader,
) {
  const { id, username, name, description, profilePic, role, isExample, suspended, createdAt } =
    row;
  const settings = row.settings ?? defaultPrivacy;
  const isOwn = actor?.id === id;
  const reader = isOwn ? (readAs ?? 'owner') : row.areFriends ? 'friend' : 'stranger';
  const question = { reader, settings } as const;
  const sees = {
    inventory: canSeeInventory(question),
    games: canSeeGames(question),
    friends: canSeeFriends(question),
    activity: canSeeActivity(question),
  };
  // The actor is always Online here, even before this request is written as its last-seen time.
  const online = (isOwn || isOnline(row.lastSeenAt, clock.now())) && canSeePresence(question);
  const { lastPlayedMs } = row;
  return {
    ...{ id, username, name, description, profilePic, role, isExample, suspended, createdAt },
    games: sees.games ? row.games : null,
    friends: sees.friends ? row.friends : null,
    cards: sees.inventory ? row.cards : null,
    playedMs: sees.activity ? row.playedMs : null,
    lastPlayedAt: sees.activity && lastPlayedMs !== null ? new Date(lastPlayedMs) : null,
    status: online ? ('Online' as const) : ('Offline' as const),
    /** The game that the player is playing now. */
    playing: online && !suspended && canSeeCurrentGame(question) ? row.playing : null,
    isInSearchEngines: settings.isInSearchEngines,
    sees,
  };
}

const readProfile = prepareStatement<
  ProfileRow,
  { username: string; now: string; actor: string | null }
>(
  'get-profile',
  profileColumnTypes,
  sql`select ${profileColumns} from ${profileTables} where ${isProfileOf}`,
);

/** The public profile of an account. */
export type Profile = ReturnType<typeof toProfile>;

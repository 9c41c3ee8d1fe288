import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { games, users } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createGameOwner } from '#test/fixtures/game-owner.ts';
import type { DomainEvent } from '../events.ts';
import { getPersonWithRelation } from '../friends/get-person-with-relation.ts';
import { savePrivacy } from '../privacy/save-privacy.ts';
import { getProfile } from '../profiles/get-public-profile.ts';
import { startPlaySession } from './start-play-session.ts';
import { stopPlaySession } from './stop-play-session.ts';

const database = useDatabase();
type Owner = Awaited<ReturnType<typeof createGameOwner>>;
let owner: Owner;
let friend: Awaited<ReturnType<typeof createPlayer>>;
let stranger: typeof friend;

beforeAll(() => createCardSets(database.db));

beforeEach(async () => {
  const { db } = database;
  owner = await createGameOwner(db);
  [friend, stranger] = [await createPlayer(db), await createPlayer(db)];
  await befriend(db, owner.ctx.actor.id, friend.id);
  await setSeen();
});

async function setSeen(): Promise<void> {
  const { actor, clock } = owner.ctx;
  await database.db.update(users).set({ lastSeenAt: clock.now() }).where(eq(users.id, actor.id));
}

/** The game that the owner, a friend, a stranger and a visitor see, in lists of players and on the profile. */
async function readByAll() {
  const { username } = owner.ctx.actor;
  const read = async (actor: typeof friend | null) => {
    const ctx = { ...owner.ctx, actor };
    const { playing } = await getProfile(ctx, username);
    if (actor) expect((await getPersonWithRelation(ctx, username)).playing).toEqual(playing);
    return playing;
  };
  return {
    own: await read(owner.ctx.actor),
    friend: await read(friend),
    stranger: await read(stranger),
    visitor: await read(null),
  };
}

const nothing = { own: null, friend: null, stranger: null, visitor: null };

it('everybody sees the game while it is being played', async () => {
  const { ctx, gameId, name } = owner;
  expect(await readByAll()).toEqual(nothing);
  await startPlaySession(ctx, { gameId });
  const game = { id: gameId, name };
  expect(await readByAll()).toEqual({ own: game, friend: game, stranger: game, visitor: game });
  await stopPlaySession(ctx);
  expect(await readByAll()).toEqual(nothing);
});

it('a session without a call for ten minutes is not shown, nor one of a player who is Offline', async () => {
  const { ctx, gameId } = owner;
  await startPlaySession(ctx, { gameId });
  ctx.testClock.advance(gameplayConstants.endAfterIdleMs);
  await setSeen();
  expect(await readByAll()).toEqual(nothing);

  await startPlaySession(ctx, { gameId });
  await database.db.update(users).set({ lastSeenAt: null }).where(eq(users.id, ctx.actor.id));
  expect(await readByAll()).toMatchObject({ friend: null, stranger: null, visitor: null });
});

it('the name of a hidden game is not shown', async () => {
  const { ctx, gameId } = owner;
  await startPlaySession(ctx, { gameId });
  await database.db.update(games).set({ isHidden: true }).where(eq(games.id, gameId));
  expect(await readByAll()).toEqual(nothing);
});

it.each(['presenceVisibility', 'gamesVisibility', 'activityVisibility'] as const)(
  '%s decides who sees it, because the game tells of it',
  async (setting) => {
    const { ctx, gameId, name } = owner;
    await startPlaySession(ctx, { gameId });
    const game = { id: gameId, name };
    await savePrivacy(ctx, { [setting]: 'friends' });
    expect(await readByAll()).toEqual({ own: game, friend: game, stranger: null, visitor: null });
    await savePrivacy(ctx, { [setting]: 'nobody' });
    expect(await readByAll()).toEqual({ ...nothing, own: game });
  },
);

it('start and stop are published, a stop without a session is not', async () => {
  const published: DomainEvent[] = [];
  const events = { publish: (event: DomainEvent) => void published.push(event) };
  const ctx = { ...owner.ctx, events };
  const { id: userId } = ctx.actor;
  await startPlaySession(ctx, { gameId: owner.gameId });
  await startPlaySession(ctx, { gameId: owner.gameId });
  await stopPlaySession(ctx);
  await stopPlaySession(ctx);
  const changed = { type: 'status-changed', userId, online: true };
  expect(published).toEqual([changed, changed]);
});

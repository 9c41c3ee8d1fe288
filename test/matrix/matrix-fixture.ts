import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import {
  badgeCrafts,
  blocks,
  cardKinds,
  gameProgress,
  preferences,
  users,
} from '#database/schema.ts';
import type { SignOn } from '#domain/accounts/sign-on/sign-on-settings.ts';
import type { Actor } from '#domain/actor.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { type Audience, audiences, type PrivateSubject } from '#shared/constants/privacy.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createCard, createCardSets, createGame, createPlayer } from '../fixtures/factories.ts';
import { befriend } from '../fixtures/friends.ts';
import { createSignedInVisitor } from '../fixtures/sign-in.ts';
import { createWeb, type ServicesOverrides } from '../fixtures/web-application.ts';

/** Everyone who looks at the owners. An editor (a catalog editor), a moderator and an admin are strangers to them. */
export const roles = [
  'visitor',
  'guest',
  'player',
  'friend',
  'blocked',
  'editor',
  'moderator',
  'admin',
] as const;
export type MatrixRole = (typeof roles)[number];

/** An account that shows all of its private subjects to one audience. */
export interface Owner {
  audience: Audience;
  actor: Actor;
  gameId: number;
  /** A card kind that nobody else holds, of which the owner has two copies. */
  kindId: string;
  cardName: string;
  /** The only game that the owner has bought. */
  ownedGame: string;
  ownedGameId: number;
  /** A game of which the owner has a badge. */
  badgeGame: string;
  playedMs: number;
  /** A friend who is suspended, so that no list of players shows it. */
  friend: Actor;
}

/** Single sign-on whose provider confirms nobody. */
const signOn: SignOn = {
  issuer: 'https://id.example/',
  buttonText: 'Log in with Example ID',
  allowsSignUp: true,
  roleClaim: null,
  provider: {
    createUrl: async () => 'https://id.example/authorize',
    async redeem() {
      throw new AppError('sign-on-failed');
    },
    check: async () => undefined,
  },
};

/** Creates owners for each audience, and everyone who looks at them. */
export async function createMatrixFixture(db: Database, overrides: ServicesOverrides = {}) {
  await createCardSets(db);
  const web = createWeb(db, { accounts: { signOn }, ...overrides });
  const { ctx } = web;
  const now = ctx.clock.now();

  async function createOwner(audience: Audience, index: number): Promise<Owner> {
    const actor = await createPlayer(db, { balance: 50_00, username: `owner-of-${audience}` });
    const friend = await createPlayer(db, { username: `ally-of-${audience}` });
    const game = await createGame(db);
    const owned = await createGame(db, { name: `Owned by ${audience}` });
    const badged = await createGame(db, { name: `Badged by ${audience}` });
    const [kindId, otherId] = [`matrix-${audience}`, `matrix-other-${audience}`];
    const cardName = `Needle of ${audience}`;
    const kind = { setId: `matrix-${audience}`, gameId: game.id, rarity: 'common' as const };
    const shown = { description: '', picture: '/art/cards/default-crown.svg' };
    await db.insert(cardKinds).values([
      { id: kindId, name: cardName, position: 1, ...kind, ...shown },
      { id: otherId, name: 'Wanted', position: 2, ...kind, ...shown },
    ]);
    for (const _ of [1, 2]) await createCard(db, { ownerId: actor.id, gameId: game.id, kindId });
    await buyGame({ ...ctx, actor }, { gameId: owned.id, key: randomUUID(), price: 9_99 });
    const playedMs = 76_543_210 + index;
    await db
      .insert(gameProgress)
      .values({ userId: actor.id, gameId: owned.id, playedMs, lastPlayedAt: now });
    await db.insert(badgeCrafts).values({
      userId: actor.id,
      gameId: badged.id,
      level: 1,
      experience: 100,
      craftedAt: now,
    });
    await befriend(db, actor.id, friend.id);
    await db.update(users).set({ banned: true }).where(eq(users.id, friend.id));
    await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, actor.id));
    await db.insert(preferences).values({
      userId: actor.id,
      inventoryVisibility: audience,
      gamesVisibility: audience,
      friendsVisibility: audience,
      activityVisibility: audience,
      presenceVisibility: audience,
      friendRequestsFrom: audience === 'friends' ? 'friends-of-friends' : audience,
      updatedAt: now,
    });
    return {
      audience,
      actor,
      gameId: game.id,
      kindId,
      cardName,
      ownedGame: owned.name,
      ownedGameId: owned.id,
      badgeGame: badged.name,
      playedMs,
      friend,
    };
  }

  const owners: Owner[] = [];
  for (const [index, audience] of audiences.entries())
    owners.push(await createOwner(audience, index));

  const actors: Record<MatrixRole, Actor | null> = {
    visitor: null,
    guest: await createPlayer(db, { role: 'guest' }),
    player: await createPlayer(db),
    friend: await createPlayer(db),
    blocked: await createPlayer(db),
    editor: await createPlayer(db, { furtherRoles: [catalogEditor] }),
    moderator: await createPlayer(db, { role: 'moderator' }),
    admin: await createPlayer(db, { role: 'admin' }),
  };
  const { friend, blocked } = actors;
  if (!friend || !blocked) throw new Error('These readers have accounts.');
  for (const { actor, gameId, audience } of owners) {
    await befriend(db, actor.id, friend.id);
    await db.insert(blocks).values({ blockerId: actor.id, blockedId: blocked.id, since: now });
    // The friend has the other card of the set twice, so that the two could swap.
    const kindId = `matrix-other-${audience}`;
    for (const _ of [1, 2]) await createCard(db, { ownerId: friend.id, gameId, kindId });
    await openConversation({ ...ctx, actor: friend }, actor.username);
  }
  const visitors = new Map(
    await Promise.all(
      roles.map(async (role) => {
        const actor = actors[role];
        return [role, actor ? await createSignedInVisitor(web, actor.id) : web.visit()] as const;
      }),
    ),
  );
  return {
    web,
    ctx,
    owners,
    actors,
    browserOf(role: MatrixRole) {
      const visitor = visitors.get(role);
      if (!visitor) throw new Error(`There is no browser of ${role}.`);
      return visitor;
    },
  };
}

export type MatrixFixture = Awaited<ReturnType<typeof createMatrixFixture>>;

/** Whether an owner's settings let somebody in this role see what is private. */
export function isShown(audience: Audience, role: MatrixRole): boolean {
  return audience === 'everybody' || (audience === 'friends' && role === 'friend');
}

/** Which private subjects of the owner a page has. */
export function findRevealed(text: string, owner: Owner): PrivateSubject[] {
  const isNamed = text.toLowerCase().includes(owner.actor.username);
  const found: Record<PrivateSubject, boolean> = {
    inventory: text.includes(owner.cardName),
    // Pages show the number of games only: the catalog names every game.
    games: false,
    friends: text.includes(owner.friend.username),
    activity: text.includes(String(owner.playedMs)),
    presence: isNamed && /\bOnline\b/.test(text),
  };
  return (Object.keys(found) as PrivateSubject[]).filter((subject) => found[subject]);
}

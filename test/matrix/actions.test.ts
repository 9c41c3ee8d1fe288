import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import type { Audience } from '#shared/constants/privacy.ts';
import { createTestDiscussion } from '../fixtures/create-discussion.ts';
import { useDatabase } from '../fixtures/database.ts';
import { changedTables, databaseState } from '../fixtures/database-state.ts';
import { createListings } from '../fixtures/market.ts';
import {
  createMatrixFixture,
  type MatrixFixture,
  type MatrixRole,
  type Owner,
  roles,
} from './matrix-fixture.ts';
import { listRoutes } from './route-table.ts';

interface ActionRow {
  path: string;
  form: (owner: Owner, me: string) => { url: string; fields: Record<string, string> };
  /** The tables in which the form changes rows about the owner. */
  changes: (role: MatrixRole, audience: Audience) => string[];
}

const isPlayer = (role: MatrixRole) => role !== 'visitor' && role !== 'guest';

/** Forms about another player. */
const rows: ActionRow[] = [
  {
    path: '/profile/:username',
    form: ({ actor }) => ({
      url: `/profile/${actor.username}`,
      fields: { text: 'Well played', key: randomUUID() },
    }),
    changes: (role) =>
      isPlayer(role) && role !== 'blocked' ? ['notifications', 'profile_comments'] : [],
  },
  {
    path: '/profile/:username/friend',
    form: ({ actor }) => ({ url: `/profile/${actor.username}/friend`, fields: { intent: 'add' } }),
    // None of them has a friend in common with an owner who accepts requests of friends of friends.
    changes: (role, audience) =>
      ['player', 'editor', 'moderator', 'admin'].includes(role) && audience === 'everybody'
        ? ['friend_requests']
        : [],
  },
  {
    path: '/chat/:username/:friendName',
    form: ({ actor }, me) => ({
      url: `/chat/${me}/${actor.username}`,
      fields: { id: randomUUID(), text: 'Hello' },
    }),
    changes: (role) => (role === 'friend' ? ['conversations'] : []),
  },
  {
    path: '/community/market/trades/new',
    form: ({ actor, gameId, kindId }) => ({
      url: '/community/market/trades/new',
      fields: { with: actor.username, get: `${gameId}.${kindId}.1`, key: randomUUID() },
    }),
    // Nobody asks for cards that they may not see.
    changes: (role, audience) =>
      role === 'friend' && audience !== 'nobody'
        ? ['conversations', 'notifications', 'trade_offers']
        : [],
  },
  {
    path: '/report',
    form: ({ actor }) => ({
      url: `/report?kind=profile&thing=${actor.username}`,
      fields: { reason: 'spam', text: '' },
    }),
    changes: (role) => (role === 'visitor' ? [] : ['report_cases']),
  },
];

/** Forms of moderators and admins. */
const moderationRoutes = [
  '/profile/:username/moderation',
  '/admin/people/:username',
  '/admin/registration',
  '/admin/site',
  '/admin/site/pages',
  '/admin/registration/new-invitation',
  '/moderation/reports/:caseId',
  '/moderation/appeals',
];

/** Forms that begin or end a session. They would change who the reader is. */
const sessionRoutes = [
  '/login',
  '/login/factor',
  '/login/sign-on',
  '/login/sign-on/username',
  '/login/challenge',
  '/register',
  '/set-up',
  '/guest',
  '/logout',
];

/** Forms about the actor, or about things that have an id. */
const otherRoutes = [
  '/game-session/:gameId',
  '/game-info/:gameId',
  '/community/camera',
  '/community/market',
  '/community/discussion/create-discussion',
  '/community/discussions/:discussionId',
  '/community/discussions/:discussionId/edit',
  '/profile',
  '/profile/edit',
  '/profile/notification',
  '/profile/:username/inventory',
  '/profile/:username/inventory/duplicates',
  '/community/pictures/:pictureId',
  '/community/market/trades/:offerId',
  '/community/market/listings',
  '/community/market/cards',
  '/community/market/orders',
  '/community/market/view',
  '/wishlist',
  '/admin/games',
  '/admin/games/new',
  '/admin/games/:gameId',
  '/admin/games/:gameId/pictures',
  '/admin/games/:gameId/delivery',
  '/admin/games/:gameId/cards',
  '/community/market/cards/:kindId',
  '/collection/:gameId',
  '/collection/:gameId/order',
  '/profile/showcase',
  '/settings',
  '/settings/account',
  '/settings/account/email',
  '/settings/account/email/confirm',
  '/settings/account/password',
  '/settings/applications',
  '/settings/applications/new-key',
  '/settings/data',
  '/settings/proof',
  '/settings/security',
  '/settings/security/authenticator',
  '/settings/security/sign-on',
  '/settings/security/passkey',
  '/settings/theme',
  '/announcement',
  '/settings/privacy',
  '/settings/notifications',
  '/settings/moderation',
  '/play',
  '/play/:gameId',
  '/add-money',
  '/daily-reward',
  '/screen-width',
  '/forgot-password',
  '/reset-password',
  '/confirm',
  '/unsubscribe',
];

const database = useDatabase();
let fixture: MatrixFixture;
let ids: { listing: string; discussion: string };

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
  const { ctx, owners } = fixture;
  const [owner] = owners;
  if (!owner) throw new Error('There are owners.');
  const { actor: seller, ownedGameId: gameId } = owner;
  const [listing = ''] = await createListings(database.db, { seller, gameId, prices: [99_00] });
  ids = { listing, discussion: await createTestDiscussion(ctx, seller) };
});

/** A digest of the rows of each table that have the id of the owner. */
async function readOwnersState({ actor }: Owner): Promise<Map<string, string>> {
  await fixture.ctx.notifier.flush();
  const names = [...(await databaseState(database.db)).keys()];
  const digests = names.map((name) => {
    const row = name === 'users' ? sql`(to_jsonb(t) - 'last_seen_at')` : sql`t`;
    return sql`select ${name}::text as name,
      coalesce(sum(hashtextextended(${row}::text, 0)), 0)::text as digest
      from ${sql.identifier(name)} as t where t::text like ${`%${actor.id}%`}`;
  });
  const states = await queryRows<{ name: string; digest: string }>(
    database.db,
    { name: text, digest: text },
    sql.join(digests, sql` union all `),
  );
  return new Map(states.map(({ name, digest }) => [name, digest]));
}

const nameOf = (role: MatrixRole) => fixture.actors[role]?.username ?? 'nobody';

test('every route with an action has a row, and every row such a route', () => {
  const paths = listRoutes().flatMap(({ path, hasAction }) => (hasAction ? [path] : []));
  const known = [...rows.map(({ path }) => path), ...moderationRoutes, ...sessionRoutes];
  expect([...known, ...otherRoutes].toSorted()).toEqual([...new Set(paths)].toSorted());
});

describe.each(rows)('the form of $path', ({ form, changes }) => {
  it.each(roles)('of a %s changes only what it may', async (role) => {
    for (const owner of fixture.owners) {
      const before = await readOwnersState(owner);
      const { url, fields } = form(owner, nameOf(role));
      const response = await fixture.browserOf(role).post(url, fields);
      expect(response.status).toBeLessThan(500);
      const changed = changedTables(before, await readOwnersState(owner));
      expect([owner.audience, changed.toSorted()]).toEqual([
        owner.audience,
        changes(role, owner.audience),
      ]);
    }
  });
});

it.each(roles)('no other form of a %s changes anything of another player', async (role) => {
  const [owner] = fixture.owners;
  if (!owner) throw new Error('There are owners.');
  const before = await readOwnersState(owner);
  const values: Record<string, string> = {
    username: owner.actor.username,
    gameId: String(owner.ownedGameId),
    kindId: 'default-crown',
    discussionId: ids.discussion,
  };
  for (const path of otherRoutes) {
    const url = path.replace(/:(\w+)/g, (_, name) => values[name] ?? randomUUID());
    for (const intent of ['remove', 'edit', 'sell']) {
      const response = await fixture.browserOf(role).post(url, {
        intent,
        key: randomUUID(),
        username: owner.actor.username,
        userId: owner.actor.id,
        listing: ids.listing,
        listingId: ids.listing,
        id: ids.listing,
        gameId: String(owner.ownedGameId),
        kindId: 'default-crown',
        price: '0.03',
        title: 'Changed',
        content: 'Changed',
      });
      expect([path, response.status < 500]).toEqual([path, true]);
    }
  }
  expect(changedTables(before, await readOwnersState(owner))).toEqual([]);
});

it.each(roles)('only moderators suspend: a %s', async (role) => {
  for (const owner of fixture.owners) {
    const before = await readOwnersState(owner);
    const url = `/profile/${owner.actor.username}/moderation`;
    const fields = { intent: 'suspend', reason: 'because of the rules', days: '7' };
    await fixture.browserOf(role).post(url, fields);
    const changed = changedTables(before, await readOwnersState(owner));
    const isAllowed = role === 'moderator' || role === 'admin';
    expect([owner.audience, changed.includes('users')]).toEqual([owner.audience, isAllowed]);
    if (!isAllowed) expect(changed).toEqual([]);
    // The next one finds the account as it was.
    else await fixture.browserOf(role).post(url, { ...fields, intent: 'restore' });
  }
});

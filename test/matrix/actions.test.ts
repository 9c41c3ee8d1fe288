import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { moderationLog } from '#database/schema.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { listSavedSearches, saveSearch } from '#domain/market/cards/saved-searches.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import type { Audience } from '#shared/constants/privacy.ts';
import { withNightly } from '../config/nightly.ts';
import { createTestComment, createTestDiscussion } from '../fixtures/create-discussion.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createListings } from '../fixtures/market.ts';
import { changedTables, takeChanges } from '../fixtures/recorded-changes.ts';
import { listIntents } from './form-intents.ts';
import { moderationRoutes, otherRoutes, sessionRoutes } from './form-routes.ts';
import {
  createMatrixFixture,
  type MatrixFixture,
  type MatrixRole,
  type Owner,
  roles,
} from './matrix-fixture.ts';
import { createSiteGame, createThings, type OwnersThings } from './owners-things.ts';
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

const database = useDatabase({ recordsChanges: true });
let fixture: MatrixFixture;
let ids: { listing: string; order: string; search: string; siteGame: number };
let things: OwnersThings;

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
  const { ctx, owners } = fixture;
  const [owner] = owners;
  if (!owner) throw new Error('There are owners.');
  const { actor: seller, ownedGameId: gameId } = owner;
  const [listing = ''] = await createListings(database.db, { seller, gameId, prices: [99_00] });
  const { gameId: siteGame } = await createSiteGame(fixture);
  const card = { gameId, kindId: 'default-dog', price: 1_00, quantity: 1 };
  const { orderId } = await placeOrder({ ...ctx, actor: seller }, { ...card, key: randomUUID() });
  await saveSearch({ ...ctx, actor: seller }, { name: 'Rare', query: 'rarity=rare' });
  const [search] = await listSavedSearches({ ...ctx, actor: seller });
  ids = { listing, order: orderId, search: search?.id ?? '', siteGame };
  things = await createThings(fixture, owner);
});

/** The tables in which `work` changes rows that have the id of the owner. */
async function watchOwner({ actor }: Owner, work: () => Promise<unknown>): Promise<string[]> {
  const { notifier } = fixture.ctx;
  await notifier.flush();
  await takeChanges(database.db);
  await work();
  await notifier.flush();
  return changedTables(await takeChanges(database.db), actor.id);
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
      const changed = await watchOwner(owner, async () => {
        const { url, fields } = form(owner, nameOf(role));
        const response = await fixture.browserOf(role).post(url, fields);
        expect(response.status).toBeLessThan(500);
      });
      expect([owner.audience, changed]).toEqual([owner.audience, changes(role, owner.audience)]);
    }
  });
});

/** What forms about things of the owner may change, in the order of the roles. Other forms change nothing of it. */
const allowedChanges: Record<string, Partial<Record<MatrixRole, string[]>>> = {
  '/community/discussions/:discussionId': {
    guest: ['discussions', 'notifications'],
    player: ['discussions', 'notifications'],
    friend: ['discussions', 'notifications'],
    blocked: ['discussions'],
    editor: ['discussions', 'notifications'],
    // Deletes it with a reason. For the admin it is gone.
    moderator: [
      'discussion_comments',
      'discussion_subscriptions',
      'discussions',
      'moderation_log',
      'notifications',
    ],
  },
  // Marks its own notifications as read.
  '/profile/notification': { friend: ['notifications'] },
  '/community/pictures/:pictureId': { moderator: ['moderation_log', 'notifications', 'pictures'] },
  '/community/market/trades/:offerId': { friend: ['notifications', 'trade_offers'] },
};

/** Every field that a form about a thing can have: the ids of the owner's things. */
function toFields({ actor, ownedGameId }: Owner): Record<string, string> {
  const { commentId, discussionId, offerId, pictureId } = things;
  return {
    username: actor.username,
    with: actor.username,
    userId: actor.id,
    listing: ids.listing,
    listingId: ids.listing,
    itemId: ids.listing,
    id: ids.listing,
    orderId: ids.order,
    searchId: ids.search,
    discussionId,
    commentId,
    offerId,
    pictureId,
    gameId: String(ownedGameId),
    kindId: 'default-crown',
    price: '0.03',
    quantity: '1',
    title: 'Changed',
    content: 'Changed',
    text: 'Changed',
    reason: 'because of the rules',
    name: 'Changed',
  };
}

/** Roles that also send a form as a browser without scripts does. */
const withPages = withNightly<MatrixRole>(['visitor', 'player'], roles);

test.each(otherRoutes)('the other forms of %s change nothing of another player', async (path) => {
  const [owner] = fixture.owners;
  const route = listRoutes().find((one) => one.path === path);
  if (!owner || !route) throw new Error(`There is no form of ${path}.`);
  const fields = toFields(owner);
  const values: Record<string, string> = {
    ...fields,
    token: randomUUID(),
    keyId: 'f'.repeat(24),
  };
  // Hiding a game ends the trading of its cards, which is right. Cards of this one are not traded.
  if (path.startsWith('/admin')) values.gameId = fields.gameId = String(ids.siteGame);
  const url = path.replace(/:(\w+)/g, (_, name) => values[name] ?? '');
  const intents = listIntents(route.file);
  for (const role of roles) {
    const changed = await watchOwner(owner, async () => {
      for (const intent of intents) {
        const form = { ...fields, key: randomUUID(), intent };
        // As the browser's scripts send it, the answer is data and no page. The action is the same.
        const address = intent === '' && withPages.includes(role) ? url : `${url}.data`;
        const response = await fixture.browserOf(role).post(address, form);
        expect([role, intent, response.status < 500]).toEqual([role, intent, true]);
      }
    });
    expect([role, changed]).toEqual([role, allowedChanges[path]?.[role] ?? []]);
  }
});

test('the intents of forms are found in the source', () => {
  const route = listRoutes().find(({ path }) => path === '/community/discussions/:discussionId');
  expect(listIntents(route?.file ?? '')).toEqual(
    expect.arrayContaining(['', 'comment', 'edit-comment', 'delete-comment', 'delete-discussion']),
  );
});

it.each(roles)('only moderators hide things and take acts back: a %s', async (role) => {
  const [owner] = fixture.owners;
  if (!owner) throw new Error('There is no owner.');
  const isAllowed = role === 'moderator' || role === 'admin';
  const browser = fixture.browserOf(role);
  const reason = 'because of the rules';
  const { ctx } = fixture;
  // Other tests delete the things that all of them share.
  const discussionId = await createTestDiscussion(ctx, owner.actor, { isPrivate: true });
  const { id: profileCommentId } = await postProfileComment(
    { ...ctx, actor: owner.actor },
    {
      username: (await createPlayer(database.db)).username,
      text: 'Well played',
      key: randomUUID(),
    },
  );
  for (const [kind, thing, table] of [
    [
      'discussion-comment',
      await createTestComment(ctx, owner.actor, discussionId),
      'discussion_comments',
    ],
    ['discussion', discussionId, 'discussions'],
    ['profile-comment', profileCommentId, 'profile_comments'],
  ] as const) {
    const hide = `/moderation/hide?kind=${kind}&thing=${thing}`;
    const changed = await watchOwner(owner, () => browser.post(hide, { intent: 'hide', reason }));
    expect([kind, changed.includes(table)]).toEqual([kind, isAllowed]);
    if (!isAllowed) expect(changed).toEqual([]);
    const [last] = await database.db
      .select({ id: moderationLog.id })
      .from(moderationLog)
      .orderBy(desc(moderationLog.id))
      .limit(1);
    const actId = isAllowed ? last?.id : things.actId;
    // The next one finds the thing as it was.
    const undo = { intent: 'undo', reason };
    const undone = await watchOwner(owner, () => browser.post(`/moderation/acts/${actId}`, undo));
    expect([kind, undone.includes(table)]).toEqual([kind, isAllowed]);
    if (!isAllowed) expect(undone).toEqual([]);
  }
});

it.each(roles)('only moderators suspend: a %s', async (role) => {
  for (const owner of fixture.owners) {
    const url = `/profile/${owner.actor.username}/moderation`;
    const fields = { intent: 'suspend', reason: 'because of the rules', days: '7' };
    const changed = await watchOwner(owner, () => fixture.browserOf(role).post(url, fields));
    const isAllowed = role === 'moderator' || role === 'admin';
    expect([owner.audience, changed.includes('users')]).toEqual([owner.audience, isAllowed]);
    if (!isAllowed) expect(changed).toEqual([]);
    // The next one finds the account as it was.
    else await fixture.browserOf(role).post(url, { ...fields, intent: 'restore' });
  }
});

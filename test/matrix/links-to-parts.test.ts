import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownedGames, siteSettings } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { partSetting, type SitePart } from '#shared/constants/site/site-parts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createEditorCtx, createGameOfSite } from '#test/fixtures/own-sets.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

// Pages of parts that are on lead to no part that is off, and offer no form that would be refused.

const database = useDatabase();
const kindId = 'default-crown';
let web: ReturnType<typeof createWeb>;
let me: Actor;
let friend: Actor;
let gameId = 0;
let player: Awaited<ReturnType<typeof createSignedInVisitor>>;
let editor: Awaited<ReturnType<typeof createEditorCtx>>;

beforeAll(async () => {
  await createCardSets(database.db);
  web = createWeb(database.db);
  me = await createPlayer(database.db, { balance: 50_00 });
  friend = await createPlayer(database.db);
  await befriend(database.db, me.id, friend.id);
  editor = await createEditorCtx(web.ctx);
  gameId = await createGameOfSite(editor);
  await database.db
    .insert(ownedGames)
    .values({ userId: me.id, gameId, transferId: randomUUID(), boughtAt: new Date() });
  for (const owner of [me, me, friend])
    await createCard(database.db, { ownerId: owner.id, gameId, kindId });
  player = await createSignedInVisitor(web, me.id);
});

beforeEach(async () => {
  await database.db.delete(siteSettings);
  web.services.readCache.clear();
});

async function switchOff(part: SitePart) {
  await database.db.insert(siteSettings).values({ key: partSetting(part), value: 'off' });
  web.services.readCache.clear();
}

/** The addresses of links and forms of a page, and the texts of its buttons. */
async function read(path: string) {
  const response = await player.get(path);
  const html = await response.text();
  return {
    status: response.status,
    html,
    links: [...html.matchAll(/ (?:href|action)="([^"]+)"/g)].map(([, link = '']) => link),
  };
}

const pages = () => [
  '/profile',
  `/profile/${friend.username}`,
  `/profile/${friend.username}/inventory`,
  `/profile/${me.username}/inventory`,
  '/community/social',
  '/collection',
  `/collection/${gameId}`,
  '/wishlist',
  `/game-info/${gameId}`,
  `/community/market/trades/new?with=${friend.username}&from=chat`,
];

describe.each([
  ['chat', /^\/(?:chat|messages)(?:\/|$)/],
  ['trades', /^\/community\/market\/trades\/new/],
  [
    'market',
    /^\/community\/market(?!\/(?:trades|listings|orders)(?:[/?#]|$))|\/(?:sell|inventory\/duplicates)/,
  ],
] as const)('while %s is off', (part, target) => {
  it('no page leads to it', async () => {
    let before = 0;
    for (const path of pages())
      before += (await read(path)).links.filter((link) => target.test(link)).length;
    expect(before).toBeGreaterThan(0);
    await switchOff(part);
    for (const path of pages()) {
      const { status, links } = await read(path);
      if (part !== 'trades' || !path.includes('/trades/new'))
        expect([path, status]).toEqual([path, 200]);
      expect([path, links.filter((link) => target.test(link))]).toEqual([path, []]);
    }
  });
});

describe('forms that would be refused', () => {
  it('are not shown while the market is off; the pages say why', async () => {
    const inventory = `/profile/${me.username}/inventory`;
    expect((await read(inventory)).html).toContain('name="price"');
    await switchOff('market');
    const { html } = await read(inventory);
    expect(html).not.toContain('name="price"');
    expect(html).toContain('The market is switched off on this site.');
    const set = await read(`/collection/${gameId}`);
    expect(set.html).toContain('The market is switched off on this site.');
    expect(set.links).not.toContain(`/collection/${gameId}/order`);
    expect((await read(`/collection/${gameId}/order`)).status).toBe(404);
  });

  it('are not shown for cards of a hidden game; its owners read why', async () => {
    const paths = [
      `/profile/${me.username}/inventory`,
      `/collection/${gameId}`,
      `/collection/${gameId}/order`,
      `/community/market/cards/${kindId}?game=${gameId}`,
    ];
    const reason = 'This game is hidden at the moment. Its cards cannot be traded.';
    for (const path of paths) expect((await read(path)).html).not.toContain(reason);
    await setGameHidden(editor, { gameId, isHidden: true });
    try {
      for (const path of paths) {
        const { status, html } = await read(path);
        expect([path, status, html.includes(reason)]).toEqual([path, 200, true]);
        expect([path, /name="(?:price|quantity|maximum)"/.test(html)]).toEqual([path, false]);
      }
    } finally {
      await setGameHidden(editor, { gameId, isHidden: false });
    }
  });
});

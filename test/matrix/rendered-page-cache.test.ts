import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { preferences, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { createApp } from '#server/http/app.ts';
import { createTestComment, createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer } from '#test/fixtures/factories.ts';
import { createListings, createTradedGame } from '#test/fixtures/market.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { RenderedPageCache } from '#web/lib/rendering-cache/rendered-page-cache.ts';

const database = useDatabase();
const origin = 'http://localhost:3000';
const minuteMs = 60_000;
const uuid4 = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** The application, the same application without reused pages, and a community with four readers. */
async function createCommunity() {
  const { db } = database;
  const clock = createClock();
  const web = createWeb(db, { clock });
  const plain = createApp(web.services, { clientDirectory: null, ready: () => true });
  const gameId = await createTradedGame(db);
  const players = await Promise.all([
    createPlayer(db, { balance: 50_00 }),
    createPlayer(db, { balance: 7_00, role: 'moderator' }),
    createPlayer(db, { balance: 12_34_56, role: 'admin' }),
    createPlayer(db, { role: 'guest' }),
  ]);
  const [player, moderator, admin, guest] = players as [Actor, Actor, Actor, Actor];
  const updatedAt = clock.now();
  await db.insert(preferences).values([
    { userId: moderator.id, theme: 'dark', numberFormat: 'point-comma', updatedAt },
    {
      userId: admin.id,
      dateFormat: 'year-month-day',
      clock: '24-hour',
      itemsPerPage: 12,
      updatedAt,
    },
  ]);
  await createListings(db, { seller: player, gameId, prices: [1_00, 2_00] });
  await createListings(db, { seller: moderator, gameId, prices: [1_234_00] });
  const discussionId = await createTestDiscussion(web.ctx, player);
  await createTestComment(web.ctx, moderator, discussionId);
  const { username } = player;
  const comment = { username, text: 'Well played', key: randomUUID() };
  await postProfileComment({ ...web.ctx, actor: moderator }, comment);
  await web.ctx.notifier.flush();
  // A page is not reused at the millisecond of something in it.
  clock.advance(1_234);
  const readers = await Promise.all(
    [player, moderator, admin, guest].map(async ({ id }) => createSignedInVisitor(web, id)),
  );
  const paths = [
    '/',
    `/game-info/${gameId}`,
    '/community/market',
    '/community/market/cards',
    '/community/discussions',
    `/community/discussions/${discussionId}`,
    '/profile',
    `/profile/${username}`,
    `/profile/${username}/inventory`,
    '/library',
    '/settings',
  ];
  return { db, clock, web, plain, readers, paths, player, moderator, discussionId };
}

type Community = Awaited<ReturnType<typeof createCommunity>>;

/** A page without what is new at each request. */
function withoutFreshValues(html: string): string {
  return html.replace(/ nonce="[^"]*"/g, '').replace(uuid4, 'key');
}

/** The first place at which two pages differ, because a message with both pages cannot be read. */
function findDifference(html: string, expected: string) {
  if (html === expected) return null;
  let at = 0;
  while (html[at] === expected[at]) at += 1;
  return [html, expected].map((text) => text.slice(Math.max(0, at - 100), at + 100));
}

/** Reads all pages as all readers in turns. Each must be as if it was rendered for its reader alone. */
async function comparePages({
  plain,
  readers,
  paths,
}: Pick<Community, 'plain' | 'readers' | 'paths'>): Promise<void> {
  for (const path of paths) {
    for (const [number, reader] of readers.entries()) {
      const response = await reader.get(path);
      const html = await response.text();
      const headers = { Cookie: `guildhall_session=${reader.cookie}` };
      const alone = await plain.fetch(new Request(origin + path, { headers }));
      const expected = withoutFreshValues(await alone.text());
      expect(response.status, path).toBe(alone.status);
      const difference = findDifference(withoutFreshValues(html), expected);
      expect(difference, `${path} as reader ${number}`).toBeNull();
      const nonces = new Set(Array.from(html.matchAll(/ nonce="([^"]*)"/g), ([, nonce]) => nonce));
      if (response.status !== 200) continue;
      expect(nonces.size, path).toBe(1);
      const [nonce] = nonces;
      expect(response.headers.get('Content-Security-Policy')).toContain(`'nonce-${nonce}'`);
      expect(html).toContain(response.headers.get('X-Request-Id'));
    }
  }
}

/** Counts the requests that got a reused page. */
function countReused() {
  const open = vi.spyOn(RenderedPageCache.prototype, 'open');
  return () => open.mock.results.filter(({ value }) => value.html !== null).length;
}

test('readers with other data, rights and preferences get the pages that are theirs', async () => {
  const community = await createCommunity();
  const { db, clock, web, plain, player, moderator, discussionId, readers, paths } = community;
  const reused = countReused();
  await comparePages(community);
  expect(reused()).toBe(0);
  await comparePages(community);
  // The profile of a player is at another path for its owner.
  expect(reused()).toBe(readers.length * paths.length - 1);

  await db.update(preferences).set({ theme: 'light' }).where(eq(preferences.userId, moderator.id));
  await db.update(users).set({ role: 'player' }).where(eq(users.id, moderator.id));
  await comparePages(community);
  await createTestComment(web.ctx, player, discussionId, 'A later comment');
  await web.ctx.notifier.flush();
  await comparePages(community);
  const withTimes = paths.filter((path) => /discussions|profile/.test(path));
  // The sessions of moderators and admins do not last until the last step.
  const others = readers.filter((_, number) => number === 0 || number === 3);
  for (const [minutes, present] of [
    [1, readers],
    [59, readers],
    [60 * 24 * 7, others],
  ] as const) {
    clock.advance(minutes * minuteMs);
    await comparePages({ plain, readers: [...present], paths: withTimes });
    await comparePages({ plain, readers: [...present], paths: withTimes });
  }
});

test('each reading of a page has new form keys, in the page as in its data', async () => {
  const community = await createCommunity();
  const [reader] = community.readers;
  const reused = countReused();
  const seen = new Set<string>();
  for (const _ of [1, 2, 3]) {
    const html = (await (await reader?.get('/community/market'))?.text()) ?? '';
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`\\"${key}\\"`);
    seen.add(key);
  }
  expect(seen.size).toBe(3);
  expect(reused()).toBe(2);
});

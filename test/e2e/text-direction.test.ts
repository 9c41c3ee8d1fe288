import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#database/client.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';
import { createCommunity } from './fixtures/create-community.ts';
import { contextFor } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const names = { admin: 'hall-keeper', friend: 'old-friend', suspended: 'loud-one' };
const { admin, friend, suspended } = names;
let state: Awaited<ReturnType<typeof createCommunity>>;

/** The right-to-left override: the following text is shown from right to left. */
const override = '\u202e';

/** Writes the control character to rows directly, because forms reject or remove it. */
beforeAll(async () => {
  const { browser, origin, dataDir } = guildhall;
  state = await createCommunity(browser, origin, dataDir, names);
  const running = await findRunningPostgres(dataDir);
  if (!running) throw new Error('No Postgres runs.');
  const db = openDatabase({ ...running, max: 1 });
  try {
    for (const [table, column] of [
      ['users', 'name'],
      ['users', 'description'],
      ['messages', 'text'],
      ['profile_comments', 'text'],
      ['discussions', 'title'],
      ['discussions', 'game'],
      ['discussion_comments', 'text'],
      ['pictures', 'caption'],
      ['notifications', 'thing_name'],
    ] as const) {
      await db.execute(sql`update ${sql.identifier(table)}
        set ${sql.identifier(column)} = left(${override} || ${sql.identifier(column)}, 20)`);
    }
  } finally {
    await db.$client.end();
  }
}, 120_000);

/** Texts without the control character that are not shown from left to right. */
function reordered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const placeOf = (node: Node, at: number) => {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const shown = [...text.matchAll(/[a-z0-9.,:]/gi)].map(({ index }) => index);
      const [first, last] = [shown[0], shown.at(-1)];
      if (first === undefined || last === undefined || text.includes('\u202e')) continue;
      const [start, end] = [placeOf(node, first), placeOf(node, last)];
      if (start.width > 0 && start.top === end.top && end.left < start.left) found.push(text);
    }
    return found;
  });
}

/** Texts that follow a text with the control character in the same line but are shown before it. */
function displaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let turned: Node | null = null;
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const range = document.createRange();
      if (turned && !text.includes('\u202e') && text.trim()) {
        range.selectNodeContents(turned);
        const before = range.getBoundingClientRect();
        range.selectNodeContents(node);
        const after = range.getBoundingClientRect();
        const block = (one: Node) => one.parentElement?.closest('p, li, article, td, h1, h2, h3');
        const sameLine = before.bottom > after.top && after.bottom > before.top;
        if (
          after.width > 0 &&
          sameLine &&
          block(turned) === block(node) &&
          after.left < before.left
        )
          found.push(text);
      }
      turned = text.includes('\u202e') ? node : null;
    }
    return found;
  });
}

const screens = [
  ['a profile with comments', `/profile/${admin}`],
  ['the profile of a friend', `/profile/${friend}`],
  ['friends', `/profile/${admin}/friends`],
  ['players found', '/community/social'],
  ['conversations', '/messages'],
  ['a chat', `/chat/${admin}/${friend}`],
  ['notifications', '/profile/notification'],
  ['discussions', '/community/discussion'],
  ['the market', '/community/market'],
  ['the gallery', '/community/camera'],
  ['the log of moderation', '/moderation/log'],
  ['the account of another', `/profile/${suspended}/moderation`],
] as const;

it('a name or text with a direction override does not reorder the texts beside it', async () => {
  const viewport = { width: 1280, height: 900 };
  const context = await contextFor(guildhall.browser, state, { viewport, theme: 'dark' });
  const page = await context.newPage();
  const faults: string[] = [];
  let turned = 0;
  async function look(name: string): Promise<void> {
    turned += await page.getByText(override).count();
    for (const text of [...(await reordered(page)), ...(await displaced(page))]) {
      faults.push(`${name}: ${text}`);
    }
  }
  for (const [name, path] of screens) {
    const answer = await page.goto(guildhall.origin + path);
    expect([name, answer?.status()]).toEqual([name, 200]);
    await look(name);
  }
  await page.goto(`${guildhall.origin}/community/discussion`);
  await page.getByRole('article').getByRole('link').first().click();
  await page.waitForURL(/\/community\/discussions\//);
  await look('a discussion');
  expect(faults).toEqual([]);
  expect(turned).toBeGreaterThan(20);
  await context.close();
}, 120_000);

import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { withServerDatabase } from '#test/fixtures/server-database.ts';
import { createCommunity } from './fixtures/create-community.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ server: 'damaged' });

const names = { admin: 'hall-keeper', friend: 'old-friend', suspended: 'loud-one' };
const { admin, friend, suspended } = names;

/** The right-to-left override: the following text is shown from right to left. */
const override = '\u202e';

/** Writes the control character to rows directly, because forms reject or remove it. */
function writeOverrides(dataDir: string): Promise<void> {
  return withServerDatabase(dataDir, async (db) => {
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
  });
}

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
    let withOverride: Node | null = null;
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const range = document.createRange();
      if (withOverride && !text.includes('\u202e') && text.trim()) {
        range.selectNodeContents(withOverride);
        const before = range.getBoundingClientRect();
        range.selectNodeContents(node);
        const after = range.getBoundingClientRect();
        const block = (one: Node) => one.parentElement?.closest('p, li, article, td, h1, h2, h3');
        const sameLine = before.bottom > after.top && after.bottom > before.top;
        if (
          after.width > 0 &&
          sameLine &&
          block(withOverride) === block(node) &&
          after.left < before.left
        )
          found.push(text);
      }
      withOverride = text.includes('\u202e') ? node : null;
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
  ['the gallery', '/community'],
  ['the log of moderation', '/moderation/log'],
  ['the account of another', `/profile/${suspended}/moderation`],
] as const;

test('a name or text with a direction override does not reorder the texts beside it', async ({
  createContext,
  guildhall,
}) => {
  const { origin, dataDir } = guildhall;
  const storageState = await createCommunity(origin, dataDir, names);
  await writeOverrides(dataDir);
  const page = await (await createContext({ storageState })).newPage();
  const problems: string[] = [];
  let withOverride = 0;
  async function check(name: string): Promise<void> {
    withOverride += await page.getByText(override).count();
    for (const text of [...(await reordered(page)), ...(await displaced(page))]) {
      problems.push(`${name}: ${text}`);
    }
  }
  for (const [name, path] of screens) {
    const answer = await page.goto(path);
    expect([name, answer?.status()]).toEqual([name, 200]);
    await check(name);
  }
  await page.goto('/community/discussion');
  await page.getByRole('article').getByRole('link').first().click();
  await page.waitForURL(/\/community\/discussions\//);
  await check('a discussion');
  await page.goto('/community');
  const caption = new RegExp(`${override}.`);
  const picture = page.locator('[data-picture]').filter({ has: page.getByAltText(caption) });
  await page.goto((await picture.first().getAttribute('href')) ?? '');
  await expect(page.getByRole('main').getByText(caption).first()).toBeVisible();
  await check('a picture');
  expect(problems).toEqual([]);
  expect(withOverride).toBeGreaterThan(20);
});

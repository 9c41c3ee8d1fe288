import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin } from './fixtures/create-community.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { postPictures } from './fixtures/post-pictures.ts';
import { captureStorageState, contextFor, password, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';
import { inLines, payloads, plainly, shortPayloads, watch } from './fixtures/xss-corpus.ts';

const guildhall = useGuildhall({});
const mallories = ['mallory-one', 'mallory-two'] as const;
const create = '/community/discussion/create-discussion';
const names = ['mallory-one', 'mallory-two', 'reader-one', 'warden-one'] as const;
type Name = (typeof names)[number];

interface WatchedUser {
  context: BrowserContext;
  page: Page;
  faults(page: Page): Promise<string[]>;
}
const people = new Map<string, WatchedUser>();

/** Opens a browser of a user or visitor that records executed scripts. */
async function open(name: Name | 'visitor'): Promise<WatchedUser> {
  const { browser, origin } = guildhall;
  const state =
    name === 'visitor'
      ? undefined
      : await captureStorageState(browser, (page) => register(page, origin, name));
  const viewport = { width: 1280, height: 900 };
  const context = await contextFor(browser, state, { viewport, theme: 'dark' });
  const watched = await watch(context);
  return { context, page: await context.newPage(), ...watched };
}

/** The paths of the discussions, one for each payload. */
const paths: string[] = [];
/** The ids of pictures with payloads as captions. */
const pictures: string[] = [];

beforeAll(async () => {
  for (const name of [...names, 'visitor'] as const) people.set(name, await open(name));
  await makeAdmin(guildhall.dataDir, 'warden-one');
  for (const [index, text] of payloads.entries()) {
    // Stay below the rate limits of an account.
    const [author, other] = index % 2 === 0 ? mallories : mallories.toReversed();
    const { location } = await send(author ?? names[0], create, {
      key: randomUUID(),
      title: text,
      content: text,
      game: text,
    });
    expect(location).toMatch(/^\/community\/discussions\//);
    paths.push(location);
    const writer = index < 36 ? other : names[2];
    const comment = { intent: 'comment', key: randomUUID(), text };
    expect((await send(writer ?? names[0], location, comment)).location).toContain('#comment-');
  }
});

function as(name: Name | 'visitor'): WatchedUser {
  const user = people.get(name);
  if (!user) throw new Error(`${name} is not there.`);
  return user;
}

/** Sends a form as its page does. Returns the status and the redirect. */
async function send(name: Name, path: string, form: Record<string, string>) {
  const answer = await as(name).context.request.post(guildhall.origin + path, {
    form,
    headers: { Origin: guildhall.origin, Accept: 'text/html' },
    maxRedirects: 0,
  });
  return { status: answer.status(), location: answer.headers().location ?? '' };
}

/** Opens a screen and checks that it shows the payloads as plain text. */
async function shows(name: Name | 'visitor', path: string, texts: readonly string[]) {
  const { page, faults } = as(name);
  await page.goto(guildhall.origin + path);
  await expectShown(page, texts);
  // Wait for hydration, so that event handlers could run.
  await waitForHydration(page);
  expect(await faults(page)).toEqual([]);
}

async function expectShown(page: Page, texts: readonly string[]) {
  for (const text of texts) {
    await expect
      .poll(async () => plainly((await page.getByRole('main').textContent()) ?? ''))
      .toContain(plainly(text));
  }
}

it('the test browser detects a payload that is executed', async () => {
  const { page, faults, context } = await open('visitor');
  await page.setContent('<img src=x onerror="pwned=1"><a href="javascript:pwned=1">x</a>');
  await expect.poll(() => faults(page)).toContain('a script ran');
  expect(await faults(page)).toContain('href="javascript:pwned=1" on A');
  await page.goto(`${guildhall.origin}/about`);
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.setAttribute('onerror', 'pwned=1');
    // The policy is checked when the handler should run.
    image.src = '/pictures/not-there';
    document.body.append(image);
  });
  await expect
    .poll(async () => (await faults(page)).join('\n'))
    .toMatch(/the policy stopped script-src-attr inline/);
  await context.close();
});

describe('payloads are never executed in', () => {
  it('a discussion: title, content, game and comments, on its page', async () => {
    for (const [index, text] of payloads.entries()) {
      await shows('visitor', paths[index] ?? '', [text]);
    }
  }, 300_000);

  it('a discussion that is searched for, and opened from there', async () => {
    const { page, faults } = as('visitor');
    for (const text of payloads.filter((_, index) => index % 4 === 0)) {
      await shows('visitor', `/community/discussion?q=${encodeURIComponent(text)}`, []);
      await page.getByRole('article').getByRole('link').first().click();
      await page.getByText('Page 1 of 1').waitFor();
      expect(await faults(page)).toEqual([]);
    }
  });

  it('a discussion, read by a player, and in the form that changes it', async () => {
    const path = paths[0] ?? '';
    await shows('reader-one', path, [payloads[0] ?? '']);
    const { page, faults } = as('mallory-one');
    for (const place of [0, 2, 8]) {
      await page.goto(`${guildhall.origin}${paths[place]}/edit`);
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(payloads[place]);
      await waitForHydration(page);
      expect(await faults(page)).toEqual([]);
    }
  });

  it('lists of discussions and notifications about them', async () => {
    for (let page = 1; page <= Math.ceil(payloads.length / 5); page += 1) {
      const newest = payloads.toReversed().slice((page - 1) * 5, page * 5);
      await shows('reader-one', `/community/discussion?page=${page}`, newest);
    }
    await shows('mallory-one', '/profile/notification', [payloads[42] ?? '']);
  });

  it('comments on a profile', async () => {
    const texts = inLines(750);
    for (const text of texts) {
      const form = { intent: 'comment', key: randomUUID(), text };
      expect((await send('mallory-one', '/profile/reader-one', form)).status).toBe(302);
    }
    await shows('visitor', '/profile/reader-one', texts);
    await shows('reader-one', '/profile', texts);
  });

  it('a profile: name and description', async () => {
    for (const [index, description] of inLines(200).entries()) {
      const name = shortPayloads[index % shortPayloads.length] ?? '';
      const form = { name, description, profilePic: 'profile1.webp' };
      const { status } = await send('mallory-two', '/profile/edit', form);
      expect(status).toBeLessThan(400);
      await shows('reader-one', '/profile/mallory-two', [name, description]);
    }
    await shows('mallory-two', '/profile/edit', []);
  });

  it('chat messages, live and read later', async () => {
    await send('mallory-one', '/profile/reader-one/friend', { intent: 'add' });
    await send('reader-one', '/profile/mallory-one/friend', { intent: 'accept' });
    const { page, faults } = as('reader-one');
    await page.goto(`${guildhall.origin}/chat/reader-one/mallory-one`);
    const texts = inLines(1_000);
    for (const text of texts) {
      const message = { id: randomUUID(), text };
      expect((await send('mallory-one', '/chat/mallory-one/reader-one', message)).status).toBe(302);
    }
    await expectShown(page, texts);
    expect(await faults(page)).toEqual([]);
    await shows('mallory-one', '/chat/mallory-one/reader-one', texts);
    await shows('reader-one', '/messages', []);
  });

  it('captions of pictures', async () => {
    const bytes = await sharp({
      create: { width: 64, height: 48, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer();
    const texts = inLines(200);
    const made = texts.map((caption) => ({ caption, bytes }));
    const ids = await postPictures(as('mallory-one').context.request, guildhall.origin, made);
    pictures.push(...ids);
    await shows('reader-one', '/community', []);
    for (const [index, id] of ids.entries()) {
      await shows('reader-one', `/community/pictures/${id}`, [texts[index] ?? '']);
    }
  });

  it('discussions on the page of their game, and in its list', async () => {
    const texts = payloads.filter((_, index) => index % 3 === 0);
    for (let begun = 0; begun < texts.length; begun += 5) {
      const some = texts.slice(begun, begun + 5);
      for (const text of some) {
        const form = { key: randomUUID(), title: text, content: text, game: 'Portal 2' };
        expect((await send('reader-one', create, form)).location).toContain('/discussions/');
      }
      const { page } = as('reader-one');
      await shows('reader-one', '/community/discussion', some);
      await page.getByRole('link', { name: 'Game: Portal 2' }).first().click();
      await page.getByRole('heading', { name: 'Portal 2', level: 1 }).waitFor();
      const game = new URL(page.url()).pathname;
      await shows('reader-one', game, some);
      const id = game.split('/').at(-1);
      await shows('reader-one', `/community/discussion?game=${id}`, some);
    }
  }, 120_000);

  it.each([
    ['the shop', '/?q=', 'visitor'],
    ['discussions', '/community/discussion?q=', 'visitor'],
    ['the market', '/community/market?q=', 'reader-one'],
    ['people', '/community/social?q=', 'reader-one'],
    ['the log of moderation', '/moderation/log?of=', 'warden-one'],
    ['games for a discussion', '/community/discussion/games?q=', 'visitor'],
    ['a page that is not there', '/nowhere/', 'visitor'],
  ] as const)(
    'a search of %s, which shows the search text',
    async (_, path, name) => {
      const { page, faults } = as(name);
      for (const text of [...payloads.filter((_, index) => index % 3 === 1), ...shortPayloads]) {
        const answer = await page.goto(guildhall.origin + path + encodeURIComponent(text));
        expect(answer?.status()).toBeLessThan(500);
        if (answer?.headers()['content-type']?.startsWith('text/html'))
          await waitForHydration(page);
        expect(await faults(page)).toEqual([]);
      }
    },
    180_000,
  );

  it('fields that reject payloads: tags, usernames and pictures', async () => {
    for (const text of payloads) {
      const form = { key: randomUUID(), title: 'Tags', content: 'Tags', tags: text };
      expect((await send('mallory-one', create, form)).status).toBe(400);
    }
    const picture = { name: 'M', description: '', profilePic: payloads[0] ?? '' };
    expect((await send('mallory-one', '/profile/edit', picture)).status).toBe(400);
    const visitor = as('visitor').context.request;
    const answer = await visitor.post(`${guildhall.origin}/register`, {
      form: { username: '<b id=pwned>', email: 'm@example.test', password: 'long enough' },
      headers: { Origin: guildhall.origin, Accept: 'text/html' },
    });
    expect(answer.status()).toBe(400);
  });

  it('the moderation log: reasons and deleted texts', async () => {
    for (const [index, reason] of payloads.entries()) {
      const form = { intent: 'delete-discussion', reason };
      const { location } = await send('warden-one', paths[index] ?? '', form);
      expect(location).toBe('/community/discussion');
    }
    for (const id of pictures) {
      const form = { reason: payloads[0] ?? '' };
      await send('warden-one', `/community/pictures/${id}?delete`, form);
    }
    await shows('warden-one', '/moderation/log', inLines(200));
    for (let page = 1; page <= Math.ceil(payloads.length / 20); page += 1) {
      const newest = payloads.toReversed().slice((page - 1) * 20, page * 20);
      await shows('warden-one', `/moderation/log?act=delete-discussion&page=${page}`, newest);
    }
  }, 120_000);

  it('the reason of a suspension, which its player and moderators read', async () => {
    const path = '/profile/mallory-two/moderation';
    const { page, faults } = as('visitor');
    for (const reason of inLines(300)) {
      await send('warden-one', path, { intent: 'suspend', days: '3', reason });
      await shows('warden-one', path, [reason]);
      await page.goto(`${guildhall.origin}/login`);
      await page.getByLabel('Username').fill('mallory-two');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await expectShown(page, [reason]);
      expect(await faults(page)).toEqual([]);
      await send('warden-one', path, { intent: 'restore', reason });
    }
    await shows('warden-one', '/moderation/log?of=mallory-two', [inLines(300)[0] ?? '']);
  }, 120_000);
});

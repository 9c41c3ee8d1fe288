import sharp from 'sharp';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { postPictures } from './fixtures/post-pictures.ts';
import { expect } from './fixtures/test.ts';
import { password, type TestUser } from './fixtures/test-user.ts';
import { packPayloads, payloads } from './fixtures/xss-corpus.ts';
import { test as base, expectTexts, type WatchedPage } from './fixtures/xss-test.ts';

interface ModeratorFixtures {
  moderator: TestUser;
  moderatorPage: WatchedPage;
}

const test = base.extend<ModeratorFixtures>({
  moderator: async ({ guildhall, registerPlayer }, use) => {
    const moderator = await registerPlayer('keeper');
    await makeAdmin(guildhall.dataDir, moderator.username);
    await use(moderator);
  },
  moderatorPage: async ({ openWatched, moderator }, use) =>
    use(await openWatched({ user: moderator })),
});

test.use({ server: 'hostile' });

test.describe('payloads are never executed in', () => {
  test('the moderation log: reasons and deleted texts', async ({
    guildhall,
    createHostileDiscussions,
    moderator,
    moderatorPage,
  }) => {
    const { paths, authors } = await createHostileDiscussions();
    for (const [index, reason] of payloads.entries()) {
      const form = { intent: 'delete-discussion', reason };
      expect(await moderator.send(paths[index] ?? '', form)).toBe('/community/discussion');
    }
    const background = { width: 64, height: 48, channels: 3, background: 'teal' } as const;
    const bytes = await sharp({ create: background }).jpeg().toBuffer();
    const texts = packPayloads(200);
    const pictures = texts.map((caption) => ({ caption, bytes }));
    const ids = await postPictures(authors[0].request, guildhall.origin, pictures);
    for (const id of ids) {
      await moderator.send(`/community/pictures/${id}?delete`, { reason: payloads[0] ?? '' });
    }
    await moderatorPage.expectPlainText('/moderation/log', texts);
    for (let page = 1; page <= Math.ceil(payloads.length / 20); page += 1) {
      const newest = payloads.toReversed().slice((page - 1) * 20, page * 20);
      const path = `/moderation/log?act=delete-discussion&page=${page}`;
      await moderatorPage.expectPlainText(path, newest);
    }
  });

  test('the reason of a suspension, which its player and moderators read', async ({
    registerPlayer,
    visitor,
    moderator,
    moderatorPage,
  }) => {
    const { username } = await registerPlayer('mallory');
    const path = `/profile/${username}/moderation`;
    const { page, findAttacks } = visitor;
    for (const reason of packPayloads(300)) {
      await moderator.send(path, { intent: 'suspend', days: '3', reason });
      await moderatorPage.expectPlainText(path, [reason]);
      await page.goto('/login');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await expectTexts(page, [reason]);
      expect(await findAttacks()).toEqual([]);
      await moderator.send(path, { intent: 'restore', reason });
    }
    const log = `/moderation/log?of=${username}`;
    await moderatorPage.expectPlainText(log, [packPayloads(300)[0] ?? '']);
  });
});

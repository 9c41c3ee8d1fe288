import sharp from 'sharp';
import { withNightly } from '#test/config/nightly.ts';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { postPictures } from './fixtures/post-pictures.ts';
import { expect } from './fixtures/test.ts';
import { password, type TestUser } from './fixtures/test-user.ts';
import { packPayloads, payloads } from './fixtures/xss-corpus.ts';
import { test as base, type WatchedPage } from './fixtures/xss-test.ts';

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

test.use({ server: 'hostile', loadsImages: true });

test.describe('payloads are never executed in', () => {
  test('the moderation log: reasons and deleted texts', async ({
    createHostileDiscussions,
    moderator,
    moderatorPage,
    expectPlainHtml,
  }) => {
    const { paths } = await createHostileDiscussions();
    for (const [index, reason] of payloads.entries()) {
      const form = { intent: 'delete-discussion', reason };
      expect(await moderator.send(paths[index] ?? '', form)).toBe('/community/discussion');
    }
    for (let page = 1; page <= Math.ceil(payloads.length / 20); page += 1) {
      const newest = payloads.toReversed().slice((page - 1) * 20, page * 20);
      const path = `/moderation/log?act=delete-discussion&page=${page}`;
      await expectPlainHtml(path, newest, moderator);
    }
    await moderatorPage.expectPlainText('/moderation/log');
  });

  test('captions of pictures, in the gallery, its dialog and after they were deleted', async ({
    guildhall,
    registerPlayer,
    moderator,
    moderatorPage,
    expectPlainHtml,
  }) => {
    const author = await registerPlayer('mallory');
    const background = { width: 64, height: 48, channels: 3, background: 'teal' } as const;
    const bytes = await sharp({ create: background }).jpeg().toBuffer();
    const all = packPayloads(200);
    const texts = withNightly(all.slice(0, 4), all.slice(4));
    const pictures = texts.map((caption) => ({ caption, bytes }));
    const ids = await postPictures(author.request, guildhall.origin, pictures);
    await moderatorPage.expectPlainText('/community');
    const { page, findAttacks } = moderatorPage;
    await page.locator('[data-picture]').first().click();
    await expect(page.getByRole('button', { name: 'Older picture' })).toBeVisible();
    expect(await findAttacks()).toEqual([]);
    for (const [index, id] of ids.entries()) {
      await expectPlainHtml(`/community/pictures/${id}`, [texts[index] ?? ''], author);
      await moderator.send(`/community/pictures/${id}?delete`, { reason: payloads[0] ?? '' });
    }
    await expectPlainHtml('/moderation/log', texts, moderator);
  });

  test('the reason of a suspension, which its player and moderators read', async ({
    registerPlayer,
    guildhall,
    request,
    moderator,
    expectPlainHtml,
    expectPlainAnswer,
  }) => {
    const { username } = await registerPlayer('mallory');
    const path = `/profile/${username}/moderation`;
    const headers = { Origin: guildhall.origin, Accept: 'text/html' };
    for (const reason of packPayloads(300)) {
      await moderator.send(path, { intent: 'suspend', days: '3', reason });
      await expectPlainHtml(path, [reason], moderator);
      const answer = await request.post('/login', { form: { username, password }, headers });
      await expectPlainAnswer(answer, [reason]);
      await moderator.send(path, { intent: 'restore', reason });
    }
    const [first = ''] = packPayloads(300);
    await expectPlainHtml(`/moderation/log?of=${username}`, [first], moderator);
  });
});

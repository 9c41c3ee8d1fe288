import { testData } from './fixtures/create-test-users.ts';
import { commentOnDiscussion, createDiscussion } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import { payloads } from './fixtures/xss-corpus.ts';
import { test } from './fixtures/xss-test.ts';

test.use({ server: 'hostile', loadsImages: true });
test.describe.configure({ mode: 'parallel' });

const list = '/community/discussion';

test.describe('payloads are never executed in', () => {
  test('a discussion: title, content, game and comments, on its page and in the form that changes it', async ({
    registerPlayer,
    createHostileDiscussions,
    expectPlainHtml,
    readerPage,
  }) => {
    const { paths, authors } = await createHostileDiscussions();
    // An account may write 20 comments in a minute.
    const writers = [...authors, await registerPlayer('mallory')];
    for (const [index, path] of paths.entries()) {
      const text = payloads[index] ?? '';
      const writer = writers[index % writers.length];
      if (writer) await commentOnDiscussion(writer, path, text);
      await expectPlainHtml(path, [text]);
      await expectPlainHtml(`${path}/edit`, [text], authors[index % 2]);
    }
    await readerPage.expectPlainText(paths[0] ?? '', [payloads[0] ?? '']);
  });

  test('a discussion that is searched for, and opened from there', async ({ visitor, reader }) => {
    const { page, findAttacks } = visitor;
    for (const text of payloads.filter((_, index) => index % 12 === 0)) {
      const path = await createDiscussion(reader, { title: text, content: text, game: text });
      await commentOnDiscussion(reader, path, text);
      await visitor.expectPlainText(`${list}?q=${encodeURIComponent(text)}`);
      await page.getByRole('article').getByRole('link').first().click();
      await expect(page.getByText('Page 1 of 1')).toBeVisible();
      expect(await findAttacks()).toEqual([]);
    }
  });

  test('lists of discussions and notifications about them', async ({
    reader,
    readerPage,
    expectPlainHtml,
    createHostileDiscussions,
  }) => {
    const { paths, authors } = await createHostileDiscussions();
    await commentOnDiscussion(reader, paths[42] ?? '', payloads[42] ?? '');
    for (let page = 1; page <= Math.ceil(payloads.length / 5); page += 1) {
      const newest = payloads.toReversed().slice((page - 1) * 5, page * 5);
      await readerPage.expectPlainText(`${list}?page=${page}`, newest);
    }
    await expectPlainHtml('/profile/notification', [payloads[42] ?? ''], authors[0]);
  });

  test('discussions on the page of their game, and in its list', async ({
    reader,
    expectPlainHtml,
  }) => {
    const texts = payloads.filter((_, index) => index % 3 === 0);
    for (let begun = 0; begun < texts.length; begun += 5) {
      const some = texts.slice(begun, begun + 5);
      for (const text of some) {
        await createDiscussion(reader, { title: text, content: text, game: 'Portal 2' });
      }
      await expectPlainHtml(list, some, reader);
      await expectPlainHtml(`/game-info/${testData.owned}`, some, reader);
      await expectPlainHtml(`${list}?game=${testData.owned}`, some, reader);
    }
  });
});

import { waitForHydration } from './fixtures/hydration.ts';
import { commentOnDiscussion, createDiscussion } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import { payloads } from './fixtures/xss-corpus.ts';
import { test } from './fixtures/xss-test.ts';

test.use({ server: 'hostile' });
test.describe.configure({ mode: 'parallel' });

const half = Math.ceil(payloads.length / 2);
const list = '/community/discussion';

test.describe('payloads are never executed in', () => {
  for (const part of ['first', 'second']) {
    test(`a discussion: title, content, game and comments, on its page (${part} half)`, async ({
      registerPlayer,
      visitor,
      reader,
    }) => {
      const [from, to] = part === 'first' ? [0, half] : [half, payloads.length];
      // An account may write 20 comments in a minute.
      const writers = [await registerPlayer('mallory'), await registerPlayer('mallory')];
      for (const [index, text] of payloads.slice(from, to).entries()) {
        const path = await createDiscussion(reader, { title: text, content: text, game: text });
        await commentOnDiscussion(writers[index % 2] ?? reader, path, text);
        await visitor.expectPlainText(path, [text]);
      }
    });
  }

  test('a discussion that is searched for, and opened from there', async ({ visitor, reader }) => {
    const { page, findAttacks } = visitor;
    for (const text of payloads.filter((_, index) => index % 4 === 0)) {
      const path = await createDiscussion(reader, { title: text, content: text, game: text });
      await commentOnDiscussion(reader, path, text);
      await visitor.expectPlainText(`${list}?q=${encodeURIComponent(text)}`);
      await page.getByRole('article').getByRole('link').first().click();
      await expect(page.getByText('Page 1 of 1')).toBeVisible();
      expect(await findAttacks()).toEqual([]);
    }
  });

  test('a discussion, read by a player, and in the form that changes it', async ({
    registerPlayer,
    readerPage,
    openWatched,
  }) => {
    const author = await registerPlayer('mallory');
    const authorPage = await openWatched({ user: author });
    for (const [index, text] of [payloads[0], payloads[2], payloads[8]].entries()) {
      if (!text) throw new Error('There are fewer payloads.');
      const path = await createDiscussion(author, { title: text, content: text, game: text });
      if (index === 0) await readerPage.expectPlainText(path, [text]);
      const { page, findAttacks } = authorPage;
      await page.goto(`${path}/edit`);
      await expect(page.getByLabel('Title')).toHaveValue(text);
      await waitForHydration(page);
      expect(await findAttacks()).toEqual([]);
    }
  });

  test('lists of discussions and notifications about them', async ({
    reader,
    readerPage,
    openWatched,
    createHostileDiscussions,
  }) => {
    const { paths, authors } = await createHostileDiscussions();
    await commentOnDiscussion(reader, paths[42] ?? '', payloads[42] ?? '');
    for (let page = 1; page <= Math.ceil(payloads.length / 5); page += 1) {
      const newest = payloads.toReversed().slice((page - 1) * 5, page * 5);
      await readerPage.expectPlainText(`${list}?page=${page}`, newest);
    }
    const authorPage = await openWatched({ user: authors[0] });
    await authorPage.expectPlainText('/profile/notification', [payloads[42] ?? '']);
  });

  test('discussions on the page of their game, and in its list', async ({ reader, readerPage }) => {
    const texts = payloads.filter((_, index) => index % 3 === 0);
    const { page } = readerPage;
    for (let begun = 0; begun < texts.length; begun += 5) {
      const some = texts.slice(begun, begun + 5);
      for (const text of some) {
        await createDiscussion(reader, { title: text, content: text, game: 'Portal 2' });
      }
      await readerPage.expectPlainText(list, some);
      await page.getByRole('link', { name: 'Game: Portal 2' }).first().click();
      await expect(page.getByRole('heading', { name: 'Portal 2', level: 1 })).toBeVisible();
      const game = new URL(page.url()).pathname;
      await readerPage.expectPlainText(game, some);
      await readerPage.expectPlainText(`${list}?game=${game.split('/').at(-1)}`, some);
    }
  });
});

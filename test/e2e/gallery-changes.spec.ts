import {
  expectEnlarged,
  expectFocusOn,
  generateNumberedPictures,
  readOrder,
  tiles,
} from './fixtures/gallery-test.ts';
import { postPictures } from './fixtures/post-pictures.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

const size = { viewport: { width: 1280, height: 800 } };
/** The number of the author's pictures. Their captions are 'Picture 6' (the newest) to 'Picture 1'. */
const count = 6;

/** `test` with a player whose pictures are the newest. `ids` starts with the newest. */
const test = base.extend<{ posted: { author: TestUser; ids: string[] } }>({
  posted: async ({ guildhall, registerPlayer }, use) => {
    const author = await registerPlayer('author');
    const pictures = await generateNumberedPictures(1, count);
    const ids = await postPictures(author.request, guildhall.origin, pictures);
    await use({ author, ids: ids.reverse() });
  },
});

test.describe('deleting a picture', () => {
  test('asks for confirmation, removes the picture from the grid and shows the next one', async ({
    openPage,
    posted,
  }) => {
    const { author, ids } = posted;
    const page = await openPage('/community', { user: author, ...size });
    await tiles(page).nth(2).click();
    await expectEnlarged(page, count - 2);
    await page.getByRole('button', { name: 'Delete this picture' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this picture?' });
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expectEnlarged(page, count - 2);
    await page.getByRole('button', { name: 'Delete this picture' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Picture deleted.')).toBeVisible();
    await expectEnlarged(page, count - 3);
    await expect(question).toHaveCount(0);
    // The arrow keys still work after the deletion.
    for (const [key, number] of [
      ['ArrowRight', count - 4],
      ['ArrowLeft', count - 3],
    ] as const) {
      await page.keyboard.press(key);
      await expectEnlarged(page, number);
    }
    await page.keyboard.press('Escape');
    const [gone] = ids.splice(2, 1);
    await expect.poll(async () => (await readOrder(page)).includes(gone ?? '')).toBe(false);
    await expectFocusOn(page, ids[2]);
    await page.reload();
    expect((await readOrder(page)).slice(0, 3)).toEqual(ids.slice(0, 3));
  });

  test('is offered for the player’s own pictures only', async ({
    openPage,
    registerPlayer,
    posted,
  }) => {
    // Requested only so that the gallery has pictures of another player.
    void posted;
    const page = await openPage('/community', { user: await registerPlayer('other'), ...size });
    await tiles(page).first().click();
    await expectEnlarged(page, count);
    await expect(page.getByRole('button', { name: 'Delete this picture' })).toHaveCount(0);
  });

  test('redirects from the page of the picture to the gallery', async ({ openPage, posted }) => {
    const { author, ids } = posted;
    const page = await openPage(`/community/pictures/${ids[0]}`, { user: author, ...size });
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('/community');
    await expect.poll(async () => (await readOrder(page)).slice(0, 3)).toEqual(ids.slice(1, 4));
  });
});

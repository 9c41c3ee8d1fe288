import type { Page } from '@playwright/test';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { findViolations } from './fixtures/find-violations.ts';
import {
  commentOnDiscussion,
  commentOnProfile,
  createDiscussion,
} from './fixtures/player-actions.ts';
import { generatePictures, postPictures } from './fixtures/post-pictures.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

interface HidingFixtures {
  reporter: TestUser;
  author: TestUser;
  moderator: TestUser;
}

/** `test` with a player who reads, one who is moderated, and a moderator. */
const test = base.extend<HidingFixtures>({
  reporter: async ({ registerPlayer }, use) => use(await registerPlayer('reporter')),
  author: async ({ registerPlayer }, use) => use(await registerPlayer('author')),
  moderator: async ({ registerPlayer, guildhall }, use) => {
    const moderator = await registerPlayer('keeper');
    await makeAdmin(guildhall.dataDir, moderator.username);
    await use(moderator);
  },
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Sends a form of a moderator and confirms it in the dialog. */
async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test.use({ loadsImages: true });

test('a moderator hides a discussion and a comment where they stand, and restores them', async ({
  openPage,
  reporter,
  author,
  moderator,
}) => {
  const title = `Secrets of ${author.username}`;
  const form = { title, content: 'What nobody should read.', game: '' };
  const path = await createDiscussion(author, form);
  await commentOnDiscussion(reporter, path, 'A first answer');
  const visiting = await openPage(path);
  await expect(main(visiting).getByRole('heading', { name: title })).toBeVisible();

  const hiding = await openPage(path, { user: moderator });
  await main(hiding).getByRole('link', { name: 'Hide the discussion of' }).click();
  await main(hiding).getByLabel('Reason').fill('It names real people.');
  await confirm(hiding, 'Hide');
  await expect(button(hiding, 'Restore')).toBeVisible();

  await visiting.goto(path);
  await expect(main(visiting).getByText('What nobody should read.')).toHaveCount(0);
  await visiting.goto(`/community/discussion?q=${encodeURIComponent(title)}`);
  await expect(main(visiting).getByRole('link', { name: title })).toHaveCount(0);
  const own = await openPage(path, { user: author });
  await expect(main(own).getByText('Hidden by a moderator.')).toBeVisible();
  await expect(main(own).getByText('It names real people.')).toBeVisible();
  await expect(main(own).getByRole('link', { name: 'Edit Discussion' })).toHaveCount(0);
  expect(await findViolations(own)).toEqual([]);

  await main(hiding).getByLabel('Reason').fill('The names were removed.');
  await confirm(hiding, 'Restore');
  await expect(button(hiding, 'Hide')).toBeVisible();
  await visiting.goto(`/community/discussion?q=${encodeURIComponent(title)}`);
  await main(visiting).getByRole('link', { name: title }).click();
  await expect(main(visiting).getByText('A first answer')).toBeVisible();

  await hiding.goto(path);
  await main(hiding)
    .getByRole('link', { name: `Hide the comment of ${reporter.username}` })
    .click();
  await main(hiding).getByLabel('Reason').fill('Spam');
  await confirm(hiding, 'Hide');
  await expect(button(hiding, 'Restore')).toBeVisible();
  await visiting.goto(path);
  await expect(main(visiting).getByRole('heading', { name: title })).toBeVisible();
  await expect(main(visiting).getByText('A first answer')).toHaveCount(0);

  // The entry of the log leads to the comment, takes it back, and then offers nothing more.
  await hiding.goto(`/moderation/log?of=${reporter.username}`);
  await main(hiding).getByRole('link', { name: 'See it' }).click();
  await expect(main(hiding).getByText('A first answer')).toBeVisible();
  await expect(button(hiding, 'Restore')).toBeVisible();
  await hiding.goBack();
  await main(hiding).getByRole('link', { name: 'Take it back' }).click();
  // The log has a field for the reason too.
  await expect(button(hiding, 'Take back')).toBeVisible();
  await main(hiding).getByLabel('Reason').fill('A mistake');
  await confirm(hiding, 'Take back');
  await expect(main(hiding).getByText('An act is taken back once.')).toBeVisible();
  expect(await findViolations(hiding)).toEqual([]);
  await visiting.goto(path);
  await expect(main(visiting).getByText('A first answer')).toBeVisible();
});

test('the file of a hidden picture is sent to its uploader and to moderators alone', async ({
  openPage,
  guildhall,
  reporter,
  author,
  moderator,
}) => {
  const [id = ''] = await postPictures(
    author.request,
    guildhall.origin,
    await generatePictures([`By ${author.username}`]),
  );
  const path = `/community/pictures/${id}`;
  const own = await openPage(path, { user: author });
  const picture = main(own).getByRole('figure').getByRole('img').first();
  const source = `${guildhall.origin}${await picture.getAttribute('src')}`;
  const statuses = async () => {
    const answers = [];
    for (const { request } of [reporter, author, moderator]) {
      const answer = await request.get(source);
      answers.push([answer.status(), answer.headers()['cache-control']]);
    }
    return answers;
  };
  const cached = [200, 'public, max-age=31536000, immutable'];
  expect(await statuses()).toEqual([cached, cached, cached]);
  const reason = 'It shows somebody else.';
  await moderator.send(`/moderation/hide?kind=picture&thing=${id}`, { intent: 'hide', reason });
  const uncached = [200, 'private, no-store'];
  expect(await statuses()).toEqual([[404, 'no-store'], uncached, uncached]);

  await own.reload();
  await expect(main(own).getByText(reason)).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await findViolations(own)).toEqual([]);
  const gallery = await reporter.request.get(`${guildhall.origin}/community/pictures`);
  expect(gallery.status()).toBe(200);
  expect(await gallery.text()).not.toContain(id);
});

test('a deletion cannot be undone, and the page says so', async ({
  openPage,
  author,
  reporter,
  moderator,
}) => {
  await commentOnProfile(author, reporter.username, 'Buy my cards.');
  const deleting = await openPage(`/profile/${reporter.username}`, { user: moderator });
  await main(deleting)
    .getByRole('link', { name: `Delete the comment of ${author.username}` })
    .click();
  const dialog = deleting.getByRole('dialog');
  await expect(dialog.getByText('hide it instead')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Spam');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(main(deleting).getByText('Buy my cards.')).toHaveCount(0);
  await deleting.goto(`/moderation/log?of=${author.username}`);
  await expect(main(deleting).getByText('Comment deleted')).not.toHaveCount(0);
  await expect(main(deleting).getByRole('link', { name: 'Take it back' })).toHaveCount(0);
});

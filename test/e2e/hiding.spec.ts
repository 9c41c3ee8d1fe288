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
  moderators: [TestUser, TestUser];
}

/** `test` with a player who reports, one who is reported, and two moderators. */
const test = base.extend<HidingFixtures>({
  reporter: async ({ registerPlayer }, use) => use(await registerPlayer('reporter')),
  author: async ({ registerPlayer }, use) => use(await registerPlayer('author')),
  moderators: async ({ registerPlayer, guildhall }, use) => {
    const [one, other] = [await registerPlayer('keeper'), await registerPlayer('second')];
    for (const { username } of [one, other]) await makeAdmin(guildhall.dataDir, username);
    await use([one, other]);
  },
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Sends a form of a moderator and confirms it in the dialog. */
async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test('a reported comment is hidden, its author appeals, and another moderator restores it', async ({
  openPage,
  reporter,
  author,
  moderators: [moderator, second],
}) => {
  const profile = `/profile/${reporter.username}`;
  const rude = `Nobody likes you, ${reporter.username}.`;
  await commentOnProfile(author, reporter.username, rude);
  const comment = (page: Page) => main(page).getByRole('article').filter({ hasText: rude });

  const reading = await openPage(profile, { user: reporter });
  await main(reading).getByRole('link', { name: 'Report the comment' }).click();
  await main(reading).getByText('Insult or harassment', { exact: true }).click();
  await button(reading, 'Send the report').click();
  await expect(main(reading).getByText('Your report was received.')).toBeVisible();

  const deciding = await openPage('/moderation/reports', { user: moderator });
  await main(deciding)
    .getByRole('link', { name: `Comment on a profile of ${author.username}` })
    .click();
  await expect(main(deciding).getByRole('radio', { name: 'Hide it' })).toBeChecked();
  await main(deciding).getByText('Nothing more', { exact: true }).click();
  await main(deciding).getByLabel('Reason').first().fill('Insults are against the rules.');
  await confirm(deciding, 'Act and close');
  await expect(main(deciding).getByText('It is hidden now.')).toBeVisible();
  expect(await findViolations(deciding)).toEqual([]);

  await reading.goto(profile);
  await expect(main(reading).getByRole('heading', { name: 'Comments' })).toBeVisible();
  await expect(comment(reading)).toHaveCount(0);
  const visiting = await openPage(profile);
  await expect(comment(visiting)).toHaveCount(0);

  const appealing = await openPage(profile, { user: author });
  await expect(comment(appealing).getByText('Only you and moderators see it.')).toBeVisible();
  await expect(comment(appealing).getByText('Insults are against the rules.')).toBeVisible();
  expect(await findViolations(appealing)).toEqual([]);
  await comment(appealing).getByRole('link', { name: 'See what was done and appeal' }).click();
  const act = main(appealing).getByRole('listitem').filter({ hasText: 'hid a comment' });
  await act.getByText('Appeal', { exact: true }).click();
  await act.getByLabel('Why is it wrong?').fill('We are old friends and joke like this.');
  await act.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(main(appealing).getByText('Your appeal was received.')).toBeVisible();

  const reversing = await openPage('/moderation/appeals', { user: second });
  const open = main(reversing).getByRole('article').filter({ hasText: author.username });
  await open.getByText('Reverse it', { exact: true }).click();
  await open.getByLabel('Answer').fill('Both say that it was a joke.');
  await open.getByRole('button', { name: 'Decide' }).click();
  await expect(open).toHaveCount(0);

  await appealing.goto('/settings/moderation');
  await expect(act.getByText('This was taken back')).toBeVisible();
  expect(await findViolations(appealing)).toEqual([]);
  await reading.goto(profile);
  await expect(comment(reading)).toBeVisible();
  await visiting.reload();
  await expect(comment(visiting)).toBeVisible();

  // The entry of the log leads to the one that took it back.
  await deciding.goto(`/moderation/log?of=${author.username}&act=hide-comment`);
  await main(deciding).getByRole('link', { name: 'Taken back', exact: true }).click();
  await expect(main(deciding).getByRole('heading', { level: 1 })).toContainText('Appeal decided');
});

test('a moderator hides a discussion and a comment where they stand, and restores them', async ({
  openPage,
  reporter,
  author,
  moderators: [moderator],
}) => {
  const title = `Secrets of ${author.username}`;
  const form = { title, content: 'What nobody should read.', game: '' };
  const path = await createDiscussion(author, form);
  await commentOnDiscussion(reporter, path, 'A first answer');
  const visiting = await openPage(path);
  await expect(main(visiting).getByRole('heading', { name: title })).toBeVisible();

  const hiding = await openPage(path, { user: moderator });
  await main(hiding).getByRole('link', { name: 'Hide the discussion of' }).click();
  expect(await findViolations(hiding)).toEqual([]);
  await main(hiding).getByLabel('Reason').fill('It names real people.');
  await confirm(hiding, 'Hide');
  await expect(button(hiding, 'Restore')).toBeVisible();
  expect(await findViolations(hiding)).toEqual([]);

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
  moderators: [moderator],
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
  moderators: [moderator],
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

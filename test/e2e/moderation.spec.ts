import type { Page } from '@playwright/test';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { commentOnProfile } from './fixtures/player-actions.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

interface ModerationFixtures {
  reporter: TestUser;
  author: TestUser;
  moderators: [TestUser, TestUser];
}

/** `test` with a player who reports, one who is reported, and two moderators. */
const test = base.extend<ModerationFixtures>({
  reporter: async ({ registerPlayer }, use) => use(await registerPlayer('reporter')),
  author: async ({ registerPlayer }, use) => use(await registerPlayer('author')),
  moderators: async ({ registerPlayer, guildhall }, use) => {
    const admin = await registerPlayer('chief');
    await makeAdmin(guildhall.dataDir, admin.username);
    const [one, other] = [await registerPlayer('keeper'), await registerPlayer('second')];
    for (const { username } of [one, other]) {
      const form = { intent: 'make-moderator', reason: 'Trusted for years.' };
      await admin.send(`/profile/${username}/moderation`, form);
    }
    await use([one, other]);
  },
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const choose = (page: Page, name: string) => main(page).getByText(name, { exact: true }).click();

/** Sends a form of a moderator and confirms it in the dialog. */
async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test('a report leads to a decision, an appeal and its reversal by another moderator', async ({
  openPage,
  reporter,
  author,
  moderators: [moderator, second],
}) => {
  const rude = `Nobody likes you, ${reporter.username}.`;
  await commentOnProfile(author, reporter.username, rude);

  const reporting = await openPage(`/profile/${reporter.username}`, { user: reporter });
  await main(reporting).getByRole('link', { name: 'Report the comment' }).click();
  await choose(reporting, 'Insult or harassment');
  await main(reporting)
    .getByLabel(/What should moderators know/)
    .fill('He does this every day.');
  await button(reporting, 'Send the report').click();
  await expect(main(reporting).getByText('Your report was received.')).toBeVisible();

  const deciding = await openPage('/moderation/reports', { user: moderator });
  await main(deciding)
    .getByRole('link', { name: `Comment on a profile of ${author.username}` })
    .click();
  await expect(main(deciding).getByText('He does this every day.')).toBeVisible();
  await button(deciding, 'Work on it').click();
  await expect(main(deciding).getByText('You work on this case.')).toBeVisible();
  expect(await findViolations(deciding)).toEqual([]);
  await expect(main(deciding).getByRole('radio', { name: 'Hide it' })).toBeChecked();
  await choose(deciding, 'Mute');
  await main(deciding).getByLabel('Reason').first().fill('Insults are against the rules.');
  await confirm(deciding, 'Act and close');
  await expect(main(deciding).getByText('We acted on it.')).toBeVisible();
  await expect(main(deciding).getByText('It is hidden now.')).toBeVisible();
  expect(await findViolations(deciding)).toEqual([]);

  await reporting.goto('/profile/notification');
  await expect(main(reporting).getByText('We acted on it.')).toBeVisible();
  await reporting.goto(`/profile/${reporter.username}`);
  await expect(main(reporting).getByText(rude)).toHaveCount(0);

  const comment = { intent: 'comment', text: 'And again.', key: crypto.randomUUID() };
  const profile = `/profile/${reporter.username}`;
  await expect(author.send(profile, comment)).rejects.toThrow('403');
  const appealing = await openPage(profile, { user: author });
  const hidden = main(appealing).getByRole('article').filter({ hasText: rude });
  await expect(hidden.getByText('Only you and moderators see it.')).toBeVisible();
  await expect(hidden.getByText('Insults are against the rules.')).toBeVisible();
  expect(await findViolations(appealing)).toEqual([]);
  await appealing.goto('/profile/notification');
  await expect(main(appealing).getByText(/A moderator muted you/)).toBeVisible();
  await appealing.goto('/settings/moderation');
  const mute = main(appealing).getByRole('listitem').filter({ hasText: 'muted you' });
  await expect(mute.getByText('Insults are against the rules.')).toBeVisible();
  await expect(main(appealing).getByText(moderator.username)).toHaveCount(0);
  await mute.getByText('Appeal', { exact: true }).click();
  await mute.getByLabel('Why is it wrong?').fill('We are old friends and joke like this.');
  await mute.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(main(appealing).getByText('Your appeal was received.')).toBeVisible();

  const open = (page: Page) => main(page).getByRole('article').filter({ hasText: author.username });
  await deciding.goto('/moderation/appeals');
  await expect(open(deciding).getByText('You did this.')).toBeVisible();
  const reversing = await openPage('/moderation/appeals', { user: second });
  await open(reversing).getByText('Reverse it', { exact: true }).click();
  await open(reversing).getByLabel('Answer').fill('Both say that it was a joke.');
  await open(reversing).getByRole('button', { name: 'Decide' }).click();
  await expect(open(reversing)).toHaveCount(0);

  await appealing.goto('/settings/moderation');
  await expect(mute.getByText('The act was reversed.')).toBeVisible();
  await expect(mute.getByText('Both say that it was a joke.')).toBeVisible();
  expect(await findViolations(appealing)).toEqual([]);
  await author.send(profile, comment);
  await reporting.reload();
  await expect(main(reporting).getByText('And again.')).toBeVisible();
});

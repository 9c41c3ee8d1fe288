import type { Page } from '@playwright/test';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

interface FilterFixtures {
  admin: TestUser;
  moderator: TestUser;
  author: TestUser;
  reader: TestUser;
}

/** `test` with an admin, a moderator, a new player who writes and one who reads. */
const test = base.extend<FilterFixtures>({
  admin: async ({ registerPlayer, guildhall }, use) => {
    const admin = await registerPlayer('chief');
    await makeAdmin(guildhall.dataDir, admin.username);
    await use(admin);
  },
  moderator: async ({ registerPlayer, admin }, use) => {
    const moderator = await registerPlayer('keeper');
    const form = { intent: 'make-moderator', reason: 'Trusted for years.' };
    await admin.send(`/profile/${moderator.username}/moderation`, form);
    await use(moderator);
  },
  author: async ({ registerPlayer }, use) => use(await registerPlayer('author')),
  reader: async ({ registerPlayer }, use) => use(await registerPlayer('reader')),
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** A word that no other test writes. */
const makeWord = () => `zz${crypto.randomUUID().replaceAll('-', '').replace(/\d/g, 'q')}`;

test('an admin tries, adds and tests a filter, and a text with its word keeps what was typed', async ({
  openPage,
  admin,
  author,
}) => {
  const word = makeWord();
  const page = await openPage('/moderation/filters', { user: admin });
  await main(page).getByLabel('Word, phrase or host').fill(word);
  await button(page, 'Dry run').click();
  await expect(
    main(page).getByRole('heading', { name: 'It would have matched none of the newest texts.' }),
  ).toBeFocused();
  await expect(main(page).getByLabel('Word, phrase or host')).toHaveValue(word);
  await button(page, 'Add filter').click();
  await expect(main(page).getByText('The filter is added.')).toBeVisible();
  await main(page).getByRole('textbox', { name: 'Text' }).fill(`A ${word.toUpperCase()}!`);
  await button(page, 'Test').click();
  await expect(main(page).locator('mark')).toHaveText(word.toUpperCase());
  expect(await findViolations(page)).toEqual([]);

  const writing = await openPage('/community/discussion/create-discussion', { user: author });
  await main(writing).getByLabel('Title').fill('My first discussion');
  await main(writing).getByLabel('Content').fill(`This has ${word} in it.`);
  await main(writing)
    .getByRole('button', { name: /Create|Post|Start/ })
    .click();
  await expect(
    main(writing).getByText(`“${word}” is not allowed on this site.`).first(),
  ).toBeVisible();
  await expect(main(writing).getByLabel('Title')).toHaveValue('My first discussion');
  await expect(main(writing).getByLabel('Content')).toHaveValue(`This has ${word} in it.`);

  await page.goto('/moderation/filters');
  const undo = main(page).getByRole('button', { name: new RegExp(`^Undo.*${word}`) });
  await undo.press('Enter');
  await expect(main(page).getByText('The change is undone.')).toBeVisible();
  await expect(main(page).getByRole('heading', { name: word })).toHaveCount(0);
});

test('a discussion waits until a moderator approves it, and a declined one stays hidden', async ({
  openPage,
  admin,
  moderator,
  author,
  reader,
}) => {
  const word = makeWord();
  await admin.send('/moderation/filters', {
    ...{ intent: 'add', kind: 'word', pattern: word, act: 'wait' },
  });
  for (const title of ['First', 'Second', 'Third']) {
    await author.send('/community/discussion/create-discussion', {
      ...{ title: `${title} ${word}`, content: 'What do you think?', key: crypto.randomUUID() },
    });
  }
  const list = `/community/discussions?search=${word}`;
  const reading = await openPage(list, { user: reader });
  await expect(main(reading).getByRole('link', { name: `First ${word}` })).toHaveCount(0);

  const deciding = await openPage('/moderation/waiting', { user: moderator });
  const card = (title: string) =>
    main(deciding)
      .getByRole('article')
      .filter({ hasText: `${title} ${word}` });
  await expect(card('First').getByText(`A filter found “${word}”.`)).toBeVisible();
  expect(await findViolations(deciding)).toEqual([]);
  for (const title of ['First', 'Second']) {
    await card(title).getByRole('checkbox').press('Space');
  }
  await button(deciding, 'Approve what is chosen').press('Enter');
  await expect(main(deciding).getByText('2 are approved.')).toBeVisible();
  await expect(card('First')).toHaveCount(0);
  await card('Third').getByText('Decline…').press('Enter');
  await card('Third').getByLabel('Reason').fill('This is advertising.');
  await card('Third').getByRole('button', { name: 'Decline', exact: true }).press('Enter');
  await expect(main(deciding).getByText('It is declined. Its author reads why.')).toBeVisible();
  await expect(card('Third')).toHaveCount(0);

  await reading.goto('/community/discussions');
  await expect(main(reading).getByText(`Second ${word}`).first()).toBeVisible();
  await expect(main(reading).getByText(`Third ${word}`)).toHaveCount(0);
  const told = await openPage('/settings/moderation', { user: author });
  await expect(main(told).getByText('This is advertising.')).toBeVisible();
});

test('a form that does not reach the server keeps the reason', async ({
  openPage,
  admin,
  moderator,
  author,
}) => {
  const word = makeWord();
  await admin.send('/moderation/filters', {
    ...{ intent: 'add', kind: 'word', pattern: word, act: 'wait' },
  });
  await author.send('/community/discussion/create-discussion', {
    ...{ title: word, content: 'What do you think?', key: crypto.randomUUID() },
  });
  const page = await openPage('/moderation/waiting', { user: moderator });
  const card = main(page).getByRole('article').filter({ hasText: word });
  await card.getByText('Decline…').click();
  await card.getByLabel('Reason').fill('This is advertising.');
  await page.context().setOffline(true);
  await card.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(main(page).getByText('That did not work. Please try again.')).toBeVisible();
  await expect(card.getByLabel('Reason')).toHaveValue('This is advertising.');
  await page.context().setOffline(false);
  await card.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(main(page).getByText('It is declined. Its author reads why.')).toBeVisible();
});

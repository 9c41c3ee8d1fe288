import type { Locator, Page } from '@playwright/test';
import { and, eq, like } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { apiKeys, preferences, users } from '#database/schema.ts';
import { openLivePage } from './fixtures/hydration.ts';
import { test } from './fixtures/network-test.ts';
import { connectionBar } from './fixtures/offline-test.ts';
import { withServerDatabase } from './fixtures/server-database.ts';
import { expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

test.use({ server: 'interrupted' });

/** A form of the settings, and how often the server has carried it out. */
interface SettingsForm {
  path: string;
  /** Fills the form in. The result expects that it still is. */
  fill: (page: Page, user: TestUser) => Promise<() => Promise<void>>;
  button: string;
  failure: string;
  expectDone: (page: Page) => Promise<void>;
  count: (db: Database, userId: string) => Promise<number>;
}

const main = (page: Page) => page.getByRole('main');

async function type(field: Locator, text: string) {
  await field.fill(text);
  return () => expect(field).toHaveValue(text);
}

const settings = {
  button: 'Save settings',
  failure: 'Failed to save your settings.',
  expectDone: (page: Page) => expect(main(page).getByText('Settings saved.')).toBeVisible(),
};
const account = { failure: 'That did not work. Please try again.' };

const privacy: SettingsForm = {
  ...settings,
  path: '/settings/privacy',
  async fill(page) {
    const field = page.getByLabel('Inventory', { exact: true });
    await field.selectOption('nobody');
    return () => expect(field).toHaveValue('nobody');
  },
  count(db, userId) {
    const isSaved = eq(preferences.inventoryVisibility, 'nobody');
    return db.$count(preferences, and(eq(preferences.userId, userId), isSaved));
  },
};

const email: SettingsForm = {
  ...account,
  path: '/settings/account/email',
  fill: (page, { username }) =>
    type(page.getByRole('textbox', { name: 'New email' }), `typed-${username}@example.test`),
  button: 'Change email',
  expectDone: (page) => page.waitForURL('**/settings/account?changed=email'),
  count: (db, userId) => db.$count(users, and(eq(users.id, userId), like(users.email, 'typed-%'))),
};

const newKey: SettingsForm = {
  ...account,
  path: '/settings/applications/new-key',
  fill: (page) => type(page.getByRole('textbox', { name: 'Name' }), 'Typed on a train'),
  button: 'Create key',
  expectDone: (page) => expect(main(page).locator('code')).toBeVisible(),
  count: (db, userId) => db.$count(apiKeys, eq(apiKeys.accountId, userId)),
};

const forms: SettingsForm[] = [
  {
    ...settings,
    path: '/settings',
    async fill(page) {
      const field = page.getByRole('radio', { name: 'Cards' });
      await field.check();
      return () => expect(field).toBeChecked();
    },
    count(db, userId) {
      const isSaved = eq(preferences.marketView, 'cards');
      return db.$count(preferences, and(eq(preferences.userId, userId), isSaved));
    },
  },
  privacy,
  email,
  newKey,
];

/** Counts the answers to sent forms. */
function countAnswers(page: Page): () => number {
  let answers = 0;
  page.on('response', (response) => {
    if (response.request().method() === 'POST') answers += 1;
  });
  return () => answers;
}

/** How often the server has carried a form out. */
async function readCount(dataDir: string, { username }: TestUser, form: SettingsForm) {
  let count = 0;
  await withServerDatabase(dataDir, async (db) => {
    const [user] = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.displayUsername, username));
    count = await form.count(db, user?.id ?? '');
  });
  return count;
}

const send = (page: Page, { button }: SettingsForm) =>
  main(page).getByRole('button', { name: button, exact: true }).click();

for (const form of forms) {
  test(`the form of ${form.path} keeps its input without a network, says so, and is carried out once`, async ({
    createContext,
    guildhall,
    registerPlayer,
  }) => {
    const user = await registerPlayer('train');
    const page = await (await createContext({ user })).newPage();
    await openLivePage(page, guildhall.origin + form.path);
    const answers = countAnswers(page);
    const expectInput = await form.fill(page, user);
    await page.context().setOffline(true);
    await send(page, form);
    await expect(main(page).getByText(form.failure).first()).toBeVisible();
    await expectInput();
    await expect(connectionBar(page)).toBeVisible();
    expect(await readCount(guildhall.dataDir, user, form)).toBe(0);

    await page.context().setOffline(false);
    await expect(connectionBar(page)).toBeHidden();
    await expectInput();
    await send(page, form);
    await form.expectDone(page);
    expect(answers()).toBe(1);
    expect(await readCount(guildhall.dataDir, user, form)).toBe(1);
  });
}

for (const form of [privacy, email, newKey]) {
  test(`the form of ${form.path} that is on its way when the network stops arrives once afterwards`, async ({
    createContext,
    guildhall,
    network,
    registerPlayer,
  }) => {
    const user = await registerPlayer('train');
    const page = await (await createContext({ user })).newPage();
    await openLivePage(page, network.origin + form.path);
    const answers = countAnswers(page);
    const expectInput = await form.fill(page, user);
    const cut = network.stall(5_000);
    await send(page, form);
    await expectInput();
    expect(await readCount(guildhall.dataDir, user, form)).toBe(0);
    await cut;
    await form.expectDone(page);
    expect(answers()).toBe(1);
    expect(await readCount(guildhall.dataDir, user, form)).toBe(1);
  });
}

for (const form of [privacy, newKey]) {
  test(`the form of ${form.path} whose answer is late keeps its input, says so, and can be sent again`, async ({
    createContext,
    guildhall,
    network,
    registerPlayer,
  }) => {
    const user = await registerPlayer('train');
    const page = await (await createContext({ user })).newPage();
    await openLivePage(page, network.origin + form.path);
    const expectInput = await form.fill(page, user);
    // Longer than the page waits for an answer.
    const cut = network.stall(40_000);
    await send(page, form);
    await expect(main(page).getByText(form.failure).first()).toBeVisible({ timeout: 60_000 });
    await expectInput();
    await cut;
    await expect(connectionBar(page)).toBeHidden({ timeout: 60_000 });
    await expectInput();
    await send(page, form);
    await form.expectDone(page);
    expect(await readCount(guildhall.dataDir, user, form)).toBe(1);
  });
}

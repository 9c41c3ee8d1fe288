import type { Page } from '@playwright/test';
import { and, eq, like, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#database/client.ts';
import { apiKeys, preferences, users } from '#database/schema.ts';
import { withNightly } from '#test/config/nightly.ts';
import {
  button,
  type InterruptedForm,
  main,
  sendWithLateAnswer,
  testInterruptedForms,
  type,
} from './fixtures/interrupted-forms.ts';
import { test } from './fixtures/network-test.ts';
import { expect } from './fixtures/test.ts';

test.use({ server: 'interrupted' });

/** A new player at `path`, whose form was carried out when `table` has rows that meet `condition`. */
function ofNewPlayer(
  path: string,
  table: PgTable,
  condition: (userId: string) => SQL | undefined,
): InterruptedForm['prepare'] {
  return async ({ registerPlayer }) => {
    const user = await registerPlayer('train');
    const isPlayer = eq(users.displayUsername, user.username);
    async function count(db: Database) {
      const [account] = await db.select({ id: users.id }).from(users).where(isPlayer);
      return db.$count(table, condition(account?.id ?? ''));
    }
    return { user, path, count };
  };
}

const ofPreferences = (path: string, isSaved: SQL) =>
  ofNewPlayer(path, preferences, (userId) => and(eq(preferences.userId, userId), isSaved));

const settings = {
  send: (page: Page) => button(page, 'Save settings').click(),
  failure: 'Failed to save your settings.',
  expectDone: (page: Page) => expect(main(page).getByText('Settings saved.')).toBeVisible(),
};
const account = { failure: 'That did not work. Please try again.' };

const general: InterruptedForm = {
  ...settings,
  name: 'general settings',
  prepare: ofPreferences('/settings', eq(preferences.marketView, 'cards')),
  async fill(page) {
    const field = page.getByRole('radio', { name: 'Cards' });
    await field.check();
    return () => expect(field).toBeChecked();
  },
};

const privacy: InterruptedForm = {
  ...settings,
  name: 'privacy settings',
  prepare: ofPreferences('/settings/privacy', eq(preferences.inventoryVisibility, 'nobody')),
  async fill(page) {
    const field = page.getByLabel('Inventory', { exact: true });
    await field.selectOption('nobody');
    return () => expect(field).toHaveValue('nobody');
  },
};

const email: InterruptedForm = {
  ...account,
  name: 'change of the email address',
  prepare: ofNewPlayer('/settings/account/email', users, (userId) =>
    and(eq(users.id, userId), like(users.email, 'typed-%')),
  ),
  fill: (page, { username }) =>
    type(page.getByRole('textbox', { name: 'New email' }), `typed-${username}@example.test`),
  send: (page) => button(page, 'Change email').click(),
  expectDone: (page) => page.waitForURL('**/settings/account?changed=email'),
};

const newKey: InterruptedForm = {
  ...account,
  name: 'new API key',
  prepare: ofNewPlayer('/settings/applications/new-key', apiKeys, (userId) =>
    eq(apiKeys.accountId, userId),
  ),
  fill: (page) => type(page.getByRole('textbox', { name: 'Name' }), 'Typed on a train'),
  send: (page) => button(page, 'Create key').click(),
  expectDone: (page) => expect(main(page).locator('code')).toBeVisible(),
};

testInterruptedForms(withNightly([() => general], [() => privacy, () => email, () => newKey]));

for (const form of withNightly([newKey], [privacy])) {
  test(`the form '${form.name}' whose answer is late keeps its input, says so, and can be sent again`, async ({
    createContext,
    guildhall,
    network,
    registerPlayer,
  }) => {
    await sendWithLateAnswer(form, { createContext, guildhall, network, registerPlayer });
  });
}

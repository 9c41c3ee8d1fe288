import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { codePeriodMs, generateCode } from '#test/fixtures/two-factor.ts';
import { ageProof } from './fixtures/age-proof.ts';
import { phone, type Theme } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { pressWithKeyboard, tabTo } from './fixtures/keyboard.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { logInAtProvider, test } from './fixtures/sign-on-test.ts';
import { expect, uniqueName } from './fixtures/test.ts';
import { password } from './fixtures/test-user.ts';

// The sign-in settings with nothing but the Tab key, Enter and typed texts, on a phone.

const security = '/settings/security';
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
const setUpLink = (page: Page, section: string) =>
  main(page).getByRole('region', { name: section }).getByRole('link', { name: 'Set up' });

/** Checks the screen in the dark theme, and at night in both. */
async function expectNoProblems(page: Page, name: string): Promise<void> {
  for (const colorScheme of withNightly<Theme>(['dark'], ['light'])) {
    await page.emulateMedia({ colorScheme });
    expect([name, colorScheme, await findViolations(page)]).toEqual([name, colorScheme, []]);
    expect([name, colorScheme, await findLayoutProblems(page)]).toEqual([name, colorScheme, []]);
  }
}

test('an authenticator app is set up, used for a login and removed', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('app');
  const page = await openPage(security, { user, viewport: phone });
  await pressWithKeyboard(page, setUpLink(page, 'Authenticator app'));
  await page.waitForURL(`${security}/authenticator`);
  await pressWithKeyboard(page, button(page, 'Show the QR code'));
  const secret = ((await main(page).locator('.select-all').textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  const showCode = (periods: number) =>
    generateCode(secret, new Date(Date.now() + periods * codePeriodMs));
  await tabTo(page, main(page).getByRole('textbox', { name: 'Code' }));
  await page.keyboard.type(showCode(0));
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Save them now: they are not shown again.')).toBeVisible();
  await pressWithKeyboard(page, link(page, 'I have saved them'));
  await page.waitForURL(security);

  await pressWithKeyboard(page, link(page, 'New codes'));
  const renewal = page.getByRole('dialog', { name: 'Create new recovery codes?' });
  await pressWithKeyboard(page, renewal.getByRole('button', { name: 'Create new codes' }));
  await expect(main(page).locator('ol li')).toHaveCount(10);
  await expectNoProblems(page, 'new codes');

  await page.context().clearCookies();
  await page.goto('/login');
  await tabTo(page, main(page).getByRole('textbox', { name: 'Username' }));
  await page.keyboard.type(user.username);
  await tabTo(page, main(page).getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/login/factor');
  await tabTo(page, main(page).getByRole('textbox', { name: 'Code' }));
  await page.keyboard.type(showCode(1));
  await page.keyboard.press('Enter');
  await page.waitForURL('/');

  await page.goto(security);
  await pressWithKeyboard(page, link(page, 'Remove'));
  const removal = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await expect(removal).toBeVisible();
  await expectNoProblems(page, 'question about the app');
  // Escape removes nothing.
  await page.keyboard.press('Escape');
  await expect(removal).toBeHidden();
  await expect(link(page, 'New codes')).toBeVisible();
  await pressWithKeyboard(page, link(page, 'Remove'));
  await pressWithKeyboard(page, removal.getByRole('button', { name: 'Remove' }));
  await expect(setUpLink(page, 'Authenticator app')).toBeVisible();
});

test('an identity is added, proves who the player is, and is removed', async ({
  guildhall,
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('identity');
  const name = uniqueName('person');
  const page = await openPage(security, { user, viewport: phone });
  await pressWithKeyboard(page, setUpLink(page, 'Single sign-on'));
  await page.waitForURL(`${security}/sign-on`);
  await expectNoProblems(page, 'no identity');
  await pressWithKeyboard(page, button(page, 'Add an identity'));
  await logInAtProvider(page, name);
  await page.waitForURL(`${security}/sign-on`);
  await expect(main(page).getByText(`${name}@id.example`)).toBeVisible();
  await expectNoProblems(page, 'an identity');

  await ageProof(guildhall.dataDir, user);
  await pressWithKeyboard(page, link(page, `Remove ${name}@id.example`));
  await page.waitForURL(/\/settings\/proof/);
  await expectNoProblems(page, 'proof');
  await pressWithKeyboard(page, button(page, 'Continue to the provider'));
  await logInAtProvider(page, name);
  const question = page.getByRole('dialog', { name: 'Remove this identity?' });
  await expect(question).toBeVisible();
  await expectNoProblems(page, 'question about an identity');
  await pressWithKeyboard(page, question.getByRole('button', { name: 'Remove' }));
  await expect(main(page).getByText('Your account has no identity yet.')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { phone } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { buttonText, logInAtProvider, test } from './fixtures/sign-on-test.ts';
import { expect, uniqueName } from './fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

/** Checks the page in both themes. */
async function expectNoProblems(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
    expect(await findLayoutProblems(page)).toEqual([]);
  }
}

test('a visitor signs on, chooses a username and later logs in with the button', async ({
  openPage,
}) => {
  const name = uniqueName('sign');
  const page = await openPage('/login?next=%2Flibrary', { viewport: phone });
  await expectNoProblems(page);
  await main(page).getByRole('button', { name: buttonText }).focus();
  await page.keyboard.press('Enter');
  await logInAtProvider(page, name);
  await page.waitForURL('/login/sign-on/username');
  await waitForHydration(page);
  await expectNoProblems(page);
  await expect(main(page).getByRole('textbox', { name: 'Username' })).toHaveValue(name);
  await main(page).getByRole('textbox', { name: 'Email' }).fill(`${name}@example.test`);
  await page.keyboard.press('Enter');
  await page.waitForURL('/library');

  await page.goto('/settings/security/sign-on');
  await waitForHydration(page);
  await expect(main(page).getByText(`${name}@id.example`)).toBeVisible();
  await expectNoProblems(page);
  await main(page)
    .getByRole('link', { name: `Remove ${name}@id.example` })
    .click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(main(page).getByText('This is your only way to log in.')).toBeVisible();

  await page.context().clearCookies({ name: 'guildhall_session' });
  await page.goto('/login?next=%2Fwishlist');
  await waitForHydration(page);
  await main(page).getByRole('button', { name: buttonText }).click();
  // The provider still knows the browser.
  await page.waitForURL('/wishlist');
});

test('signing on works without scripts', async ({ openPage }) => {
  const name = uniqueName('plain');
  const page = await openPage('/login', { javaScriptEnabled: false });
  await main(page).getByRole('button', { name: buttonText }).click();
  await logInAtProvider(page, name);
  await page.waitForURL('/login/sign-on/username');
  await main(page).getByRole('textbox', { name: 'Email' }).fill(`${name}@example.test`);
  await main(page).getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('/');
  await page.goto('/settings/security');
  await expect(main(page).getByText('1 identity')).toBeVisible();
});

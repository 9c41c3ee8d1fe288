import type { Page } from '@playwright/test';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { expect, test } from './fixtures/test.ts';
import { password } from './fixtures/test-user.ts';

const main = (page: Page) => page.getByRole('main');
const secret = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });

/** Logs in on the page of the login, which begins another session. */
async function logIn(page: Page, username: string): Promise<void> {
  await main(page).getByRole('textbox', { name: 'Username' }).fill(username);
  await secret(page, 'Password').fill(password);
  await main(page).getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('/');
}

test('email and password are changed with the keyboard, and another browser is logged out at once', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('keys');
  const other = await openPage('/login');
  await logIn(other, user.username);
  await other.goto('/library');
  await waitForHydration(other);

  const page = await openPage('/settings/account', { user });
  await main(page).getByRole('link', { name: 'Change email' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('/settings/account/email');
  await main(page).getByRole('textbox', { name: 'New email' }).focus();
  await page.keyboard.type(`${user.username}-new@example.test`);
  await page.keyboard.press('Enter');
  await page.waitForURL('/settings/account?changed=email');
  await expect(main(page).getByText('Your email is changed.')).toBeVisible();
  await expect(main(page).getByText(`${user.username}-new@example.test`)).toBeVisible();

  await main(page).getByRole('link', { name: 'Change password' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('/settings/account/password');
  await secret(page, 'Present password').focus();
  await page.keyboard.type(password);
  await secret(page, 'New password').focus();
  await page.keyboard.type('battery staple');
  await page.keyboard.press('Enter');
  await page.waitForURL('/settings/account?changed=password');
  await expect(main(page).getByText('Your password is changed.')).toBeVisible();
  await other.waitForURL(/\/login/);
});

test('a session is ended and an API key created and deleted without scripts', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('plain');
  const other = await openPage('/login');
  await logIn(other, user.username);
  const viewport = { width: 390, height: 844 };
  const page = await openPage('/settings/account', { user, viewport, javaScriptEnabled: false });
  await expect(main(page).getByText('This one')).toHaveCount(1);
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 320, height });
  expect(await findLayoutProblems(page)).toEqual([]);
  // On paper there is no navigation, and the palette is light whatever the reader's theme is.
  const readInk = () =>
    page.evaluate(() => {
      // The colour changes in transitions; the end of one can start another.
      for (let left = 30; left > 0 && document.getAnimations().length > 0; left -= 1)
        for (const animation of document.getAnimations()) animation.finish();
      return getComputedStyle(document.querySelector('h1') as Element).color;
    });
  await page.emulateMedia({ colorScheme: 'light' });
  const ink = await readInk();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await readInk()).not.toBe(ink);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await readInk()).toBe(ink);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.setViewportSize({ width, height });
  await main(page)
    .getByRole('button', { name: /^End the session / })
    .click();
  await expect(main(page).getByText('The session has ended.')).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^End the session / })).toHaveCount(0);

  await page.goto('/settings/applications');
  await main(page).getByRole('link', { name: 'New key' }).click();
  await main(page).getByRole('textbox', { name: 'Name' }).fill('My robot');
  await main(page).getByRole('button', { name: 'Create key' }).click();
  await expect(main(page).getByText(/It is not shown again/)).toBeVisible();
  await expect(main(page).locator('code')).toHaveText(/^[\w-]{43}$/);
  await main(page).getByRole('link', { name: 'Done' }).click();
  await main(page).getByRole('link', { name: 'Delete My robot' }).click();
  await main(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(main(page).getByText('You have no API keys.')).toBeVisible();
});

test('a new API key stays on the screen, and is deleted after a question', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('robots');
  const page = await openPage('/settings/applications/new-key', { user });
  await main(page).getByRole('button', { name: 'Create key' }).click();
  await expect(main(page).getByText('A key needs a name.').first()).toBeVisible();
  await main(page).getByRole('textbox', { name: 'Name' }).fill('My robot');
  await main(page).getByRole('button', { name: 'Create key' }).click();
  await expect(main(page).locator('code')).toHaveText(/^[\w-]{43}$/);
  await main(page).getByRole('link', { name: 'Done' }).click();
  await main(page).getByRole('button', { name: 'Disable My robot' }).click();
  await expect(main(page).getByText('The key is disabled.')).toBeVisible();
  await main(page).getByRole('link', { name: 'Delete My robot' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this key?' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(main(page).getByText('The key is deleted.')).toBeVisible();
  await expect(main(page).getByText('You have no API keys.')).toBeVisible();
});

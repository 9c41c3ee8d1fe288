import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { cleanUp, startGuildhall } from '#test/crash/guildhall-process.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { openIdClient, startOpenIdServer } from '#test/fakes/openid-server.ts';
import { phone } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { test as base, expect, uniqueName } from './fixtures/test.ts';

const buttonText = 'Log in with Example ID';

/** `test` with a site that has single sign-on, and its provider. */
const test = base.extend<object, { guildhall: { origin: string; dataDir: string } }>({
  guildhall: [
    async ({ browserName: _ }, use) => {
      const PORT = await findFreePort();
      const ORIGIN = `http://localhost:${PORT}`;
      const provider = await startOpenIdServer({
        redirectUris: [`${ORIGIN}/login/sign-on/callback`],
        hasPages: true,
      });
      const dataDir = await makePreparedDataDir();
      try {
        await startGuildhall(dataDir, {
          PORT,
          ORIGIN,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: openIdClient.clientId,
          OIDC_CLIENT_SECRET: openIdClient.clientSecret,
          OIDC_BUTTON_TEXT: buttonText,
        });
        await use({ origin: ORIGIN, dataDir });
      } finally {
        await cleanUp(dataDir);
        await provider.close();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function findFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(address !== null && typeof address === 'object' ? address.port : 0);
}

const main = (page: Page) => page.getByRole('main');

/** Checks the page in both themes. */
async function expectNoProblems(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
    expect(await findLayoutProblems(page)).toEqual([]);
  }
}

/** Logs in on the page of the provider. */
async function logInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any password');
  await page.getByRole('button', { name: 'Sign-in' }).click();
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

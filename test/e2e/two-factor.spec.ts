import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { cleanUp, startGuildhall } from '#test/crash/guildhall-process.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { codePeriodMs, generateCode } from '#test/fixtures/two-factor.ts';
import { ageProof } from './fixtures/age-proof.ts';
import { desktop, phone, type Theme, type Viewport } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { test as base, expect } from './fixtures/test.ts';
import { password, type TestUser } from './fixtures/test-user.ts';

// Passkeys belong to a host name. The other browser tests use an IP address.
const test = base.extend<object, { guildhall: { origin: string; dataDir: string } }>({
  guildhall: [
    async ({ browserName: _ }, use) => {
      const dataDir = await makePreparedDataDir();
      const probe = createServer().listen(0, '127.0.0.1');
      await once(probe, 'listening');
      const { port } = probe.address() as AddressInfo;
      probe.close();
      await once(probe, 'close');
      try {
        await startGuildhall(dataDir, { PORT: String(port) });
        await use({ origin: `http://localhost:${port}`, dataDir });
      } finally {
        await cleanUp(dataDir);
      }
    },
    { scope: 'worker', timeout: timeLimits.longTest },
  ],
});

const security = '/settings/security';
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });

/** Gives the page an authenticator with a fingerprint reader that always says yes. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    lose: () => client.send('WebAuthn.clearCredentials', { authenticatorId }),
    setVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${security}/passkey`);
  await waitForHydration(page);
  await main(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await button(page, 'Create passkey').click();
  await page.waitForURL(security);
  await expect(main(page).getByText(name, { exact: true })).toBeVisible();
}

/** Sets up an authenticator app. Returns what shows its later codes, and the recovery codes. */
async function addApp(page: Page) {
  await page.goto(`${security}/authenticator`);
  await waitForHydration(page);
  await button(page, 'Show the QR code').click();
  await expect(main(page).getByRole('img', { name: /QR code/ })).toBeVisible();
  const shown = await main(page).locator('.select-all').textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  const showCode = (periods: number) =>
    generateCode(secret, new Date(Date.now() + periods * codePeriodMs));
  await main(page).getByRole('textbox', { name: 'Code' }).fill(showCode(0));
  await button(page, 'Turn on').click();
  await expect(main(page).getByText('Save them now: they are not shown again.')).toBeVisible();
  const recoveryCodes = await main(page).locator('ol li').allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  return { showCode, recoveryCodes };
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await waitForHydration(page);
}

async function enterPassword(page: Page, { username }: TestUser): Promise<void> {
  await main(page).getByRole('textbox', { name: 'Username' }).fill(username);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Log in').click();
}

/** Finds no violations of accessibility rules and no layout problems on the open page of a light phone. */
async function checkLook(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  expect([name, await findViolations(page)]).toEqual([name, []]);
  expect([name, await findLayoutProblems(page)]).toEqual([name, []]);
  await page.emulateMedia({ colorScheme: 'dark' });
  if (before) await page.setViewportSize(before);
}

test('a passkey is added, logs in and proves an identity, all with the keyboard', async ({
  guildhall,
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('key');
  const page = await openPage(security, { user });
  await addAuthenticator(page);
  await link(page, 'Add a passkey').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${security}/passkey`);
  const name = main(page).getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(/ on /);
  await name.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('My laptop');
  await page.keyboard.press('Enter');
  await page.waitForURL(security);
  await expect(main(page).getByText('My laptop', { exact: true })).toBeVisible();
  await expect(main(page).getByText('not used yet')).toBeVisible();

  await logOut(page);
  await button(page, 'Sign in with a passkey').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('/');

  await ageProof(guildhall.dataDir, user);
  await page.goto(security);
  await waitForHydration(page);
  await expect(main(page).getByText(/last used/)).toBeVisible();
  await link(page, 'Remove My laptop').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/settings\/proof/);
  await checkLook(page, 'proof');
  await button(page, 'Confirm with a passkey').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/ask=remove-passkey/);
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await link(page, 'Rename My laptop').focus();
  await page.keyboard.press('Enter');
  const field = main(page).getByRole('textbox', { name: 'Name of the passkey' });
  await expect(field).toBeFocused();
  await checkLook(page, 'rename');
  await field.fill('Old laptop');
  await field.press('Enter');
  await expect(main(page).getByText('Old laptop', { exact: true })).toBeVisible();
  await link(page, 'Remove Old laptop').click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(main(page).getByText('Old laptop', { exact: true })).toHaveCount(0);

  // The authenticator still has the key, but the account does not.
  await logOut(page);
  await button(page, 'Sign in with a passkey').click();
  await expect(main(page).getByText(/This passkey was not accepted/)).toBeVisible();
});

test('a lost passkey is replaced after a login with the password', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('lost');
  const page = await openPage(security, { user });
  const authenticator = await addAuthenticator(page);
  // An authenticator that did not verify the user is refused.
  await authenticator.setVerified(false);
  await page.goto(`${security}/passkey`);
  await waitForHydration(page);
  await button(page, 'Create passkey').click();
  await expect(main(page).getByText('Nothing was confirmed. Try again.')).toBeVisible();
  await authenticator.setVerified(true);
  await page.goto(security);
  await expect(link(page, 'Add a passkey')).toBeVisible();
  await expect(main(page).getByText(/added on/)).toHaveCount(0);
  await addPasskey(page, 'Lost phone');
  // The same device refuses a second key.
  await link(page, 'Add a passkey').click();
  await button(page, 'Create passkey').click();
  await expect(
    main(page).getByText('This device has a passkey for your account already.'),
  ).toBeVisible();

  await authenticator.lose();
  await logOut(page);
  await button(page, 'Sign in with a passkey').click();
  await expect(main(page).getByText('Nothing was confirmed. Try again.')).toBeVisible();
  await enterPassword(page, user);
  await page.waitForURL('/');
  await page.goto(security);
  await waitForHydration(page);
  await link(page, 'Remove Lost phone').click();
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(main(page).getByText('Lost phone', { exact: true })).toHaveCount(0);
  await addPasskey(page, 'New phone');
});

test('an authenticator app, a recovery code and a passkey each complete a login', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('two');
  const page = await openPage(security, { user });
  await addAuthenticator(page);
  await addPasskey(page, 'A laptop with a name that is longer than the row on a phone');
  await page.goto(`${security}/authenticator`);
  await waitForHydration(page);
  await checkLook(page, 'new app');
  const { showCode, recoveryCodes } = await addApp(page);
  await checkLook(page, 'recovery codes');
  await link(page, 'I have saved them').click();
  await page.waitForURL(security);
  await expect(main(page).getByText('10 of 10 left')).toBeVisible();
  await checkLook(page, 'all factors');
  await page.goto(`${security}?ask=new-codes`);
  await waitForHydration(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLook(page, 'question');

  await logOut(page);
  await enterPassword(page, user);
  await page.waitForURL('/login/factor');
  const code = main(page).getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(
    main(page)
      .getByText(/This code is wrong/)
      .first(),
  ).toBeVisible();
  // The error is shown before the navigation ends, and until then the button ignores Enter.
  await expect(button(page, 'Log in')).toBeEnabled();
  await code.fill(showCode(1));
  await page.keyboard.press('Enter');
  await page.waitForURL('/');

  await logOut(page);
  await enterPassword(page, user);
  await page.waitForURL('/login/factor');
  await link(page, 'Use a passkey').click();
  await expect(button(page, 'Continue with a passkey')).toBeVisible();
  await checkLook(page, 'login with a passkey');
  await button(page, 'Continue with a passkey').click();
  await page.waitForURL('/');

  await logOut(page);
  await enterPassword(page, user);
  await page.waitForURL('/login/factor');
  await link(page, 'Use a recovery code').click();
  await main(page)
    .getByLabel('Recovery code')
    .fill(recoveryCodes[0] ?? '');
  await button(page, 'Log in').click();
  await page.waitForURL('/');
  await page.goto(security);
  await expect(main(page).getByText('9 of 10 left')).toBeVisible();
});

test('the owner who has lost every factor recovers the account with a recovery code', async ({
  guildhall,
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('all');
  const page = await openPage(security, { user });
  const authenticator = await addAuthenticator(page);
  await addPasskey(page, 'Lost phone');
  const { recoveryCodes } = await addApp(page);
  await authenticator.lose();

  await logOut(page);
  await enterPassword(page, user);
  await page.waitForURL('/login/factor');
  await link(page, 'Use a recovery code').click();
  await main(page)
    .getByLabel('Recovery code')
    .fill(recoveryCodes[1] ?? '');
  await button(page, 'Log in').click();
  await page.waitForURL('/');

  await ageProof(guildhall.dataDir, user);
  await page.goto(`${security}?ask=remove-app`);
  await page.waitForURL(/\/settings\/proof/);
  await waitForHydration(page);
  await link(page, 'Use a recovery code').click();
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page)
    .getByLabel('Recovery code')
    .fill(recoveryCodes[2] ?? '');
  await button(page, 'Continue').click();
  await page.waitForURL(/ask=remove-app/);
  const app = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await app.getByRole('button', { name: 'Remove' }).click();
  await expect(main(page).getByText('Recovery codes')).toHaveCount(0);
  await link(page, 'Remove Lost phone').click();
  const passkey = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await passkey.getByRole('button', { name: 'Remove' }).click();
  await expect(main(page).getByText('Lost phone', { exact: true })).toHaveCount(0);

  await logOut(page);
  await enterPassword(page, user);
  await page.waitForURL('/');
});

test('without scripts the pages say what passkeys need, and codes work', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('plain');
  const page = await openPage('/login', { javaScriptEnabled: false });
  await expect(
    main(page).getByText('Passkeys need JavaScript. Log in with your password.'),
  ).toBeVisible();
  await page.goto('/login/factor?by=passkey');
  await expect(main(page).getByText('Passkeys need JavaScript.')).toBeVisible();
  await link(page, 'Use a code of your authenticator app').click();
  await expect(main(page).getByRole('textbox', { name: 'Code' })).toBeVisible();
  const settings = await openPage(`${security}/passkey`, { user, javaScriptEnabled: false });
  await expect(main(settings).getByText('Passkeys need JavaScript.')).toBeVisible();
});

const looks = withNightly<{ theme: Theme; viewport: Viewport }>(
  // The light theme of a phone is in the tests above.
  [],
  [
    { theme: 'dark', viewport: phone },
    { theme: 'light', viewport: desktop },
    { theme: 'dark', viewport: desktop },
  ],
);

for (const { theme, viewport } of looks) {
  test(`two-factor pages are accessible and fit: ${theme}, ${viewport.width} px`, async ({
    guildhall,
    openPage,
    registerPlayer,
  }) => {
    test.slow();
    const user = await registerPlayer('look');
    const page = await openPage(security, { user, theme, viewport });
    const check = async (name: string) => {
      await expect(main(page)).toBeVisible();
      expect([name, await findViolations(page)]).toEqual([name, []]);
      expect([name, await findLayoutProblems(page)]).toEqual([name, []]);
    };
    await addAuthenticator(page);
    await addPasskey(page, 'A laptop with a name that is longer than the row on a phone');
    await page.goto(`${security}/authenticator`);
    await waitForHydration(page);
    await check('new app');
    await addApp(page);
    await check('recovery codes');
    await page.goto(security);
    await waitForHydration(page);
    await check('all factors');
    await link(page, 'Rename A laptop with a name that is longer than the row on a phone').click();
    await expect(main(page).getByRole('textbox', { name: 'Name of the passkey' })).toBeFocused();
    await check('rename');
    await page.goto(`${security}?ask=new-codes`);
    await waitForHydration(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await check('question');
    await ageProof(guildhall.dataDir, user);
    await page.goto('/settings/proof');
    await waitForHydration(page);
    await check('proof');
    await logOut(page);
    await page.goto('/login/factor?by=passkey');
    await waitForHydration(page);
    await check('login with a passkey');
  });
}

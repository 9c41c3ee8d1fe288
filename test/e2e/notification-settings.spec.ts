import type { BrowserContext, Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { createPushBrowser } from '#test/fixtures/push-browser.ts';
import { desktop, phone, type Theme, type Viewport } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { expect, test } from './fixtures/test.ts';

const path = '/settings/notifications';
const main = (page: Page) => page.getByRole('main');

interface Stub {
  target: { endpoint: string; p256dh: string; auth: string };
  permission: NotificationPermission;
}

/** Headless Chromium has no push service, so the page gets a subscription from here. */
async function stubPush(
  context: BrowserContext,
  { permission = 'granted' }: Partial<Stub> = {},
): Promise<void> {
  await context.addInitScript(
    ({ target, answer }: { target: Stub['target']; answer: NotificationPermission }) => {
      const { endpoint, ...keys } = target;
      const stored = () => sessionStorage.getItem('stub-subscription');
      const subscription = {
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          sessionStorage.removeItem('stub-subscription');
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (stored() ? subscription : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          sessionStorage.setItem('stub-subscription', applicationServerKey);
          return subscription;
        },
      });
      const permissionOf = () => sessionStorage.getItem('stub-permission') ?? 'default';
      Object.defineProperty(Notification, 'permission', { get: permissionOf });
      Notification.requestPermission = async () => {
        sessionStorage.setItem('stub-permission', answer);
        return answer;
      };
    },
    { target: createPushBrowser().target, answer: permission },
  );
}

/** Gives a push to the service worker, and returns the titles that it shows. */
async function showPush(context: BrowserContext): Promise<string[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No service worker runs.');
  expect(new URL(worker.url()).pathname).toBe('/service-worker.js');
  // Headless Chromium delivers no pushes and shows no notifications.
  return worker.evaluate(
    async (data) => {
      const titles: string[] = [];
      Object.assign(ServiceWorkerRegistration.prototype, {
        showNotification: async (title: string) => void titles.push(title),
      });
      const event: Event = new (Reflect.get(self, 'PushEvent'))('push', { data });
      const work: Promise<unknown>[] = [];
      Object.assign(event, { waitUntil: (one: Promise<unknown>) => work.push(one) });
      self.dispatchEvent(event);
      await Promise.all(work);
      return titles;
    },
    JSON.stringify({ kind: 'item-sold', title: 'A card was sold', path: '/wishlist' }),
  );
}

/** Checks the page in its theme at its width. */
async function checkLook(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await findLayoutProblems(page)).toEqual([]);
}

test.describe('push', () => {
  test('is turned on and off with the keyboard, listed, shown by the service worker, and off when the browser has forgotten it', async ({
    createContext,
    registerPlayer,
  }) => {
    const user = await registerPlayer('Pushed');
    const context = await createContext({
      user,
      theme: 'dark',
      viewport: phone,
      serviceWorker: true,
    });
    await stubPush(context);
    const page = await context.newPage();
    await page.goto(path);
    await waitForHydration(page);
    await expect(main(page).getByText('Push is off in this browser.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Turn on' }).focus();
    await page.keyboard.press('Enter');
    await expect(main(page).getByText('Push is on in this browser now.')).toBeVisible();
    const browsers = main(page).getByRole('region', { name: 'Browsers with push' });
    await expect(browsers.getByRole('listitem')).toHaveCount(1);
    await expect(browsers.getByText('This one')).toBeVisible();
    await checkLook(page);
    const key = await page.evaluate(() => sessionStorage.getItem('stub-subscription'));
    expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(65);

    await page.reload();
    await waitForHydration(page);
    await expect(main(page).getByText('Push is on in this browser.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Turn off' }).focus();
    await page.keyboard.press('Enter');
    await expect(main(page).getByText('Push is off in this browser now.')).toBeVisible();
    await expect(browsers).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem('stub-subscription'))).toBeNull();

    await main(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(main(page).getByText('Push is on in this browser now.')).toBeVisible();
    expect(await showPush(context)).toEqual(['A card was sold']);

    // The browser forgets its subscription.
    await page.evaluate(() => sessionStorage.removeItem('stub-subscription'));
    await page.reload();
    await expect(main(page).getByText('Push is off in this browser.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(main(page).getByText('Push is on in this browser.')).toBeVisible();
  });

  test('stays off when the player does not allow notifications', async ({
    createContext,
    registerPlayer,
  }) => {
    const context = await createContext({
      user: await registerPlayer('Denying'),
      serviceWorker: true,
    });
    await stubPush(context, { permission: 'denied' });
    const page = await context.newPage();
    await page.goto(path);
    await waitForHydration(page);
    await main(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(main(page).getByText('This browser blocks notifications')).toBeVisible();
  });

  test('says so in a browser that cannot do it', async ({ createContext, registerPlayer }) => {
    const context = await createContext({
      user: await registerPlayer('Older'),
      serviceWorker: true,
    });
    await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    const page = await context.newPage();
    await page.goto(path);
    await expect(main(page).getByText('This browser cannot do push.')).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Turn on' })).toHaveCount(0);
  });

  test('of a kind is chosen without scripts, but not turned on', async ({
    openPage,
    registerPlayer,
  }) => {
    const user = await registerPlayer('Scriptless');
    const page = await openPage(path, { user, javaScriptEnabled: false });
    await expect(main(page).getByRole('button', { name: 'Turn on' })).toBeDisabled();
    await main(page).getByLabel('Push: Trade offers to you').uncheck();
    await main(page).getByRole('button', { name: 'Save settings' }).click();
    await expect(main(page).getByText('Settings saved.')).toBeVisible();
    await expect(main(page).getByLabel('Push: Trade offers to you')).not.toBeChecked();
  });
});

test('mails and quiet hours are chosen with the keyboard, and the next visit shows them', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('Quiet');
  const page = await openPage(path, { user, viewport: phone });
  const mail = main(page).getByLabel('Mail: Cards that were sold');
  await mail.focus();
  await page.keyboard.type('Once a w');
  await expect(mail).toHaveValue('weekly');
  await main(page).getByLabel('On the site: Cards that were sold').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(main(page).getByLabel('Push: Cards that were sold')).toBeFocused();
  await page.keyboard.press('Space');
  await main(page).getByLabel('Quiet hours').focus();
  await page.keyboard.press('Space');
  const until = main(page).getByLabel('To', { exact: true });
  await main(page).getByLabel('From', { exact: true }).fill('22:00');
  await until.fill('22:00');
  await main(page).getByRole('button', { name: 'Save settings' }).focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Choose two different times.')).toBeVisible();
  await until.fill('06:30');
  await main(page).getByLabel('Time zone').selectOption('Europe/Berlin');
  await main(page).getByRole('button', { name: 'Save settings' }).press('Enter');
  await expect(main(page).getByText('Settings saved.')).toBeVisible();

  const again = await openPage(path, { user, viewport: desktop });
  await expect(main(again).getByLabel('Mail: Cards that were sold')).toHaveValue('weekly');
  await expect(main(again).getByLabel('On the site: Cards that were sold')).not.toBeChecked();
  await expect(main(again).getByLabel('Push: Cards that were sold')).not.toBeChecked();
  await expect(main(again).getByLabel('Push: Trade offers to you')).toBeChecked();
  await expect(main(again).getByLabel('Quiet hours')).toBeChecked();
  await expect(main(again).getByLabel('To', { exact: true })).toHaveValue('06:30');
  await expect(main(again).getByLabel('Time zone')).toHaveValue('Europe/Berlin');
});

for (const { theme, viewport } of withNightly<{ theme: Theme; viewport: Viewport }>(
  // The dark theme of a phone is in the test that turns push on.
  [],
  [
    { theme: 'light', viewport: phone },
    { theme: 'dark', viewport: desktop },
    { theme: 'light', viewport: desktop },
  ],
)) {
  test(`the page has no problem at ${viewport.width} px in the ${theme} theme`, async ({
    createContext,
    registerPlayer,
  }) => {
    const user = await registerPlayer('Looker');
    const context = await createContext({ user, theme, viewport, serviceWorker: true });
    await stubPush(context);
    const page = await context.newPage();
    await page.goto(path);
    await waitForHydration(page);
    await main(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(main(page).getByText('This one')).toBeVisible();
    await checkLook(page);
  });
}

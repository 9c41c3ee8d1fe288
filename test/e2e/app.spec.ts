import type { Page } from '@playwright/test';
import { plainImage } from '../fixtures/generated-images.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { befriend } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ loadsImages: true });

/** Every stored answer of the browser, with its text. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const stored: [path: string, text: string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        stored.push([new URL(request.url).pathname, (await answer?.text()) ?? '']);
      }
    }
    return stored.toSorted();
  });

const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Sends a picture as a system does when somebody shares it with the application. */
const share = (page: Page, bytes: number[]) =>
  page.evaluate((content) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data' });
    form.action = '/community/camera/share';
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'picture' });
    const picked = new DataTransfer();
    picked.items.add(new File([new Uint8Array(content)], 'cat.png', { type: 'image/png' }));
    input.files = picked.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, bytes);

test('after a player has been everywhere, the browser stores the offline page only, which is shown without a network', async ({
  createContext,
  registerPlayer,
}) => {
  const user = await registerPlayer('OfflineReader');
  const context = await createContext({ user, serviceWorker: true });
  const page = await context.newPage();
  await page.goto('/');
  await waitForWorker(page);
  for (const path of ['/profile', '/profile/wallet', '/messages', '/settings/data', '/library'])
    await page.goto(path);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Shop' }).first().click();
  await expect(page).toHaveURL('/');
  const stored = await readCaches(page);
  expect(stored.map(([path]) => path)).toEqual(['/icon-192.png', '/offline']);
  expect(JSON.stringify(stored)).not.toContain(user.username);

  await context.setOffline(true);
  await page.goto('/profile/wallet');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.locator('img')).toHaveJSProperty('naturalWidth', 192);
  expect(await findViolations(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/profile/wallet');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('$0.00');
});

test('a shared picture is in the form of the gallery, and is sent by a press only', async ({
  createContext,
  registerPlayer,
}) => {
  const bytes = [...(await plainImage(64, 48).png().toBuffer())];
  const context = await createContext({
    user: await registerPlayer('Sharer'),
    serviceWorker: true,
  });
  const page = await context.newPage();
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await waitForWorker(page);
  await share(page, bytes);
  await expect(page).toHaveURL('/community/camera');
  await expect(page.getByText('cat.png')).toBeVisible();
  expect(sent.filter((path) => path.startsWith('/api/') || path.endsWith('.data'))).toEqual([]);
  expect((await readCaches(page)).map(([path]) => path)).toEqual(['/icon-192.png', '/offline']);
  await page.getByRole('button', { name: 'Send photo' }).click();
  await expect(page.getByText('Picture posted.')).toBeVisible();
  // The form took it once.
  await page.goto('/community/camera');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Send photo' })).toBeDisabled();
});

test('a picture that a visitor shares is not kept for who logs in', async ({
  createContext,
  registerPlayer,
}) => {
  const user = await registerPlayer('Latecomer');
  const context = await createContext({ serviceWorker: true });
  const page = await context.newPage();
  await page.goto('/about');
  await waitForHydration(page);
  // A visitor's first page has no service worker.
  await page.getByRole('link', { name: 'Shop' }).first().click();
  await waitForWorker(page);
  await share(page, [...(await plainImage(64, 48).png().toBuffer())]);
  await expect(page).toHaveURL(/\/login\?next=/);
  await context.addCookies(user.storageState.cookies);
  await page.goto('/community/camera');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Send photo' })).toBeDisabled();
  await expect(page.getByText('cat.png')).toHaveCount(0);
});

test('the icon of the application shows how much is unread, until the logout', async ({
  createContext,
  registerPlayer,
}) => {
  const [user, friend] = [await registerPlayer('Badge'), await registerPlayer('Friendly')];
  await befriend(user, friend);
  const context = await createContext({ user });
  await context.addInitScript(() => {
    const set = async (count: number) => void sessionStorage.setItem('badge', String(count));
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) });
  });
  const page = await context.newPage();
  await page.goto('/');
  const badge = () => page.evaluate(() => sessionStorage.getItem('badge'));
  await expect.poll(badge).toBe('1');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect.poll(badge).toBe('0');
});

test('the site offers once to be installed, not on the first page', async ({ openPage }) => {
  const page = await openPage('/about');
  const offer = () =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => void sessionStorage.setItem('prompted', 'yes'),
      });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    });
  const hint = page.getByRole('complementary', { name: 'Install' });
  expect(await offer()).toBe(false);
  await page.getByRole('link', { name: 'Shop' }).first().click();
  await expect.poll(offer).toBe(true);
  await expect(hint).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await hint.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(hint).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('prompted'))).toBe('yes');
  await page.reload();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');
  expect(await offer()).toBe(false);
  await expect(hint).toHaveCount(0);
});

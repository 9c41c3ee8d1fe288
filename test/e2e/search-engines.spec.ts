import { readHead } from '../fixtures/page-head.ts';
import { blockedWorker } from './fixtures/console-errors.ts';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ loadsImages: true });

const pages = ['/', '/?genre=action', '/game-info/3498', '/publisher/1000000000', '/about'];

test('structured data is neither executed nor blocked by a browser', async ({ page }) => {
  const consoleMessages: string[] = [];
  page.on('console', (message) => {
    if (message.text() !== blockedWorker) consoleMessages.push(message.text());
  });
  page.on('pageerror', (error) => consoleMessages.push(error.message));
  for (const path of pages) {
    await page.goto(path);
    await waitForHydration(page);
    await waitForIdle(page);
  }
  // Pages of logged-in players have a nonce instead of hashes.
  await page.goto('/guest');
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await page.waitForURL('/');
  for (const path of ['/', '/game-info/3498']) {
    await page.goto(path);
    await waitForHydration(page);
    await waitForIdle(page);
  }
  expect(consoleMessages).toEqual([]);
});

test('a page has the same head after navigation as after a full load', async ({
  guildhall,
  page,
}) => {
  await page.goto('/game-info/3498');
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  await way.getByRole('link', { name: 'Action' }).click();
  const url = `${guildhall.origin}/?genre=action`;
  await page.waitForURL(url);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', url);
  const loaded = readHead(await (await fetch(url)).text());
  expect(await page.title()).toBe(loaded.titles[0]);
  for (const name of ['description', 'og:title', 'og:url', 'robots']) {
    const tag = page.locator(`meta[name="${name}"], meta[property="${name}"]`);
    expect([name, await tag.count()]).toEqual([name, 1]);
    expect([await tag.getAttribute('content')]).toEqual(loaded.meta.get(name));
  }
  const data = page.locator('script[type="application/ld+json"]');
  expect((await data.allTextContents()).map((json) => JSON.parse(json))).toEqual(loaded.data);
});

test('the share images of pages exist and have the declared size', async ({ guildhall }) => {
  for (const path of ['/', '/game-info/3498']) {
    const { meta } = readHead(await (await fetch(guildhall.origin + path)).text());
    const [url = ''] = meta.get('og:image') ?? [];
    const response = await fetch(url);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('Content-Type')).toBe(meta.get('og:image:type')?.[0]);
    const bytes = Buffer.from(await response.arrayBuffer());
    // The size of a PNG is at this offset.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  }
});

import { expect, test } from 'vitest';
import { readHead } from '../fixtures/page-head.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});

const pages = ['/', '/?genre=action', '/game-info/3498', '/publisher/1000000000', '/about'];

test('structured data is neither executed nor blocked by a browser', async () => {
  const page = await guildhall.browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  for (const path of pages) await page.goto(guildhall.origin + path, { waitUntil: 'networkidle' });
  // Pages of logged-in players have a nonce instead of hashes.
  await page.goto(`${guildhall.origin}/guest`);
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await page.waitForURL(`${guildhall.origin}/`);
  for (const path of pages) await page.goto(guildhall.origin + path, { waitUntil: 'networkidle' });
  expect(said).toEqual([]);
  await page.close();
});

test('a page has the same head after navigation as after a full load', async () => {
  const page = await guildhall.browser.newPage();
  await page.goto(`${guildhall.origin}/game-info/3498`);
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  await way.getByRole('link', { name: 'Action' }).click();
  const address = `${guildhall.origin}/?genre=action`;
  await page.waitForURL(address);
  const canonical = page.locator('link[rel="canonical"]');
  await expect.poll(() => canonical.getAttribute('href')).toBe(address);
  const loaded = readHead(await (await fetch(address)).text());
  expect(await page.title()).toBe(loaded.titles[0]);
  for (const name of ['description', 'og:title', 'og:url', 'robots']) {
    const tag = page.locator(`meta[name="${name}"], meta[property="${name}"]`);
    expect([name, await tag.count()]).toEqual([name, 1]);
    expect([await tag.getAttribute('content')]).toEqual(loaded.meta.get(name));
  }
  const data = page.locator('script[type="application/ld+json"]');
  expect((await data.allTextContents()).map((json) => JSON.parse(json))).toEqual(loaded.data);
  await page.close();
});

test('the share images of pages exist and have the declared size', async () => {
  for (const path of ['/', '/game-info/3498']) {
    const { meta } = readHead(await (await fetch(guildhall.origin + path)).text());
    const [address = ''] = meta.get('og:image') ?? [];
    const response = await fetch(address);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('Content-Type')).toBe(meta.get('og:image:type')?.[0]);
    const bytes = Buffer.from(await response.arrayBuffer());
    // The size of a PNG is at this offset.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  }
});

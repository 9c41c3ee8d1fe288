import { expect, test } from 'vitest';
import { readHead } from '../fixtures/page-head.ts';
import { useHouse } from './fixtures/use-guildhall.ts';

const house = useHouse({});

const pages = ['/', '/?genre=action', '/game-info/3498', '/publisher/1000000000', '/about'];

test('what pages say to machines is neither run nor refused by a browser', async () => {
  const page = await house.browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  for (const path of pages) await page.goto(house.origin + path, { waitUntil: 'networkidle' });
  // With a session each page has a nonce instead of hashes.
  await page.goto(`${house.origin}/guest`);
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await page.waitForURL(`${house.origin}/`);
  for (const path of pages) await page.goto(house.origin + path, { waitUntil: 'networkidle' });
  expect(said).toEqual([]);
  await page.close();
});

test('a page that was walked to has the head that it is loaded with', async () => {
  const page = await house.browser.newPage();
  await page.goto(`${house.origin}/game-info/3498`);
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  await way.getByRole('link', { name: 'Action' }).click();
  const address = `${house.origin}/?genre=action`;
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

test('the pictures that pages are shared with are there, as large as they say', async () => {
  for (const path of ['/', '/game-info/3498']) {
    const { meta } = readHead(await (await fetch(house.origin + path)).text());
    const [address = ''] = meta.get('og:image') ?? [];
    const response = await fetch(address);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('Content-Type')).toBe(meta.get('og:image:type')?.[0]);
    const bytes = Buffer.from(await response.arrayBuffer());
    // A PNG says its size at this place.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  }
});

import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { setUpSite, test } from './fixtures/new-site-test.ts';
import { expect, uniqueName } from './fixtures/test.ts';

interface Point {
  x: number;
  y: number;
}

const main = (page: Page) => page.getByRole('main');

/** Reads a page without showing it: what is asked again and again costs the browser nothing. */
const htmlOf = async (page: Page, path: string) => (await page.request.get(path)).text();

/** A wide picture: red on the left, blue on the right. */
async function makePicture() {
  const half = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#2040d0' },
  })
    .png()
    .toBuffer();
  const buffer = await sharp({
    create: { width: 1800, height: 600, channels: 3, background: '#d03020' },
  })
    .composite([{ input: half, left: 1200, top: 0 }])
    .png()
    .toBuffer();
  return { name: 'picture.png', mimeType: 'image/png', buffer };
}

/** The colour in the middle of a picture of the page. */
async function colourOf(page: Page, src: string): Promise<number[]> {
  const { data } = await sharp(await (await page.request.get(src)).body())
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

const header = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Lantern Works' });

const shownPart = (page: Page) => page.getByLabel(/The shown part/).first();

async function chooseLogo(page: Page) {
  const file = page.getByRole('button', { name: /^(Logo|Another logo)$/ });
  await file.setInputFiles(await makePicture());
  await expect(shownPart(page)).toBeVisible();
}

/** Uploads the chosen part and expects that it was cut from the blue end. */
async function uploadBlueLogo(page: Page) {
  await page.getByRole('button', { name: 'Upload the logo' }).click();
  await expect(main(page)).toContainText('Saved. It holds from now on.');
  const src = (await header(page).locator('img').getAttribute('src')) ?? '';
  const [red = 255, , blue = 0] = await colourOf(page, src);
  expect(blue).toBeGreaterThan(180);
  expect(red).toBeLessThan(80);
}

/** Moves something to the right with one finger. */
async function moveWithFinger(page: Page, what: Locator, pixels: number) {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  await touch('touchMove', { x: x + 20, y });
  await touch('touchMove', { x: x + pixels, y });
  await touch('touchEnd');
}

test.use({ loadsImages: true });

test('a new site begins with examples, and one act removes them', async ({
  setUpLink,
  newVisitor,
}) => {
  test.slow();
  const page = await newVisitor();
  const errors = collectConsoleErrors(page);
  await setUpSite(page, setUpLink, { username: uniqueName('keeper'), hasExamples: true });

  await test.step('the market has listings of players who say that they are examples', async () => {
    await expect.poll(() => htmlOf(page, '/admin/site/examples')).toContain('Remove the examples');
    await page.goto('/admin/people?show=examples');
    const people = main(page).locator('a[href^="/admin/people/"]');
    await expect(people).toHaveCount(12);
    const name = (await people.first().textContent()) ?? '';
    await page.goto(`/profile/${name}`);
    await expect(main(page)).toContainText('This is an example player');
    await page.goto('/community/discussion');
    await expect(main(page)).toContainText('6 discussions');
    await page.goto('/community');
    await expect(page.getByRole('img', { name: /The road north/ }).first()).toBeVisible();
  });

  await test.step('the removal needs the box, and ends all of it', async () => {
    await page.goto('/admin/site/examples');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the examples' }).click();
    await expect(main(page)).toContainText('Tick the box');
    await page.getByLabel('Remove all examples').check();
    await page.getByRole('button', { name: 'Remove the examples' }).click();
    await expect(main(page)).toContainText('The removal has begun.');
    await expect
      .poll(() => htmlOf(page, '/admin/site/examples'))
      .toContain('The examples were removed.');
    await page.goto('/community/market');
    await expect(main(page).getByRole('link', { name: /\$/ })).toHaveCount(0);
  });
  // The form without the tick was refused.
  expect(errors.filter((line) => !line.includes('400 (Bad Request)'))).toEqual([]);
});

test('an admin crops a logo with the keyboard and by touch, and a banner, and undoes a change', async ({
  setUpLink,
  newVisitor,
}) => {
  test.slow();
  const page = await newVisitor();
  const errors = collectConsoleErrors(page);
  await setUpSite(page, setUpLink, { username: uniqueName('keeper') });
  await page.goto('/admin/site');
  await page.getByRole('link', { name: 'Choose the pictures' }).click();
  await expect(header(page).locator('svg')).toBeVisible();

  await test.step('the arrow keys move the part to the blue end', async () => {
    await chooseLogo(page);
    await shownPart(page).focus();
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('Control+ArrowRight');
    expect(await findViolations(page)).toEqual([]);
    await uploadBlueLogo(page);
  });

  await test.step('the middle is taken when nothing is moved, for a visitor too', async () => {
    await page
      .getByRole('button', { name: 'Banner', exact: true })
      .setInputFiles(await makePicture());
    await page.getByLabel('What the banner shows').fill('Two colours');
    await page.getByRole('button', { name: 'Upload the banner' }).click();
    await expect(page.getByRole('img', { name: 'Two colours' })).toBeVisible();
    const visitor = await newVisitor();
    await visitor.goto('/');
    await expect(visitor.getByRole('img', { name: 'Two colours' })).toBeVisible();
    await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/photos\//);
    expect(await findViolations(visitor)).toEqual([]);
  });

  await test.step('the undo brings back the logo of the design', async () => {
    await page.getByRole('button', { name: 'Undo the change of Logo' }).click();
    await expect(main(page)).toContainText('The change is undone.');
    await expect(header(page).locator('svg')).toBeVisible();
  });

  await test.step('a finger moves the part to the blue end', async () => {
    await chooseLogo(page);
    await moveWithFinger(page, shownPart(page), 2_000);
    await uploadBlueLogo(page);
  });
  expect(errors).toEqual([]);
});

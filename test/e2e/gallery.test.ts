import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainImage } from '../fixtures/generated-images.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { postPictures } from './fixtures/post-pictures.ts';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
type State = Awaited<ReturnType<typeof captureStorageState>>;
let first: State;
let second: State;
/** All pictures, newest first. */
let ids: string[] = [];

const all = 30;
const shownAtOnce = 24;

beforeAll(async () => {
  const { browser, origin } = guildhall;
  first = await captureStorageState(browser, (page) => register(page, origin, 'first-eye'));
  second = await captureStorageState(browser, (page) => register(page, origin, 'second-eye'));
  const sizes = [
    [320, 200],
    [200, 300],
    [300, 300],
    [500, 200],
  ] as const;
  const made = await Promise.all(
    Array.from({ length: all }, async (_, at) => {
      const [width, height] = sizes[at % sizes.length] ?? sizes[0];
      const bytes = await plainImage(width, height, `hsl(${at * 12} 60% 45%)`)
        .jpeg()
        .toBuffer();
      return { caption: `Picture ${at + 1}`, bytes };
    }),
  );
  for (const [state, from, to] of [
    [first, 0, 15],
    [second, 15, all],
  ] as const) {
    const context = await browser.newContext({ storageState: state });
    ids.unshift(...(await postPictures(context.request, origin, made.slice(from, to))).reverse());
    await context.close();
  }
});

async function open(path: string, { state = second, width = 1280, scripts = true } = {}) {
  const context = scripts
    ? await contextFor(guildhall.browser, state, {
        viewport: { width, height: 800 },
        theme: 'dark',
      })
    : await guildhall.browser.newContext({ storageState: state, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(guildhall.origin + path);
  if (scripts) await waitForHydration(page);
  return page;
}

const tiles = (page: Page) => page.locator('[data-picture]');
const order = (page: Page) =>
  tiles(page).evaluateAll((links) => links.map((link) => link.getAttribute('data-picture')));
/** The number of visible pictures that are not loaded. */
const countUnloaded = (page: Page) =>
  tiles(page)
    .locator('img')
    .evaluateAll((images) => {
      const inView = images.filter((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      });
      const there = (image: Element) => image instanceof HTMLImageElement && image.naturalWidth > 0;
      return inView.filter((image) => !there(image)).length;
    });
/** The enlarged picture. */
const large = (page: Page) => page.locator('dialog[open]').first().getByRole('img').first();
const shows = (page: Page, number: number) =>
  expect.poll(() => large(page).getAttribute('alt')).toBe(`Picture ${number}`);
const focusedPicture = (page: Page) => page.locator(':focus').getAttribute('data-picture');

describe('the gallery', () => {
  it('loads older pictures while scrolling and restores the scroll position', async () => {
    const page = await open('/community');
    expect((await order(page)).slice(0, shownAtOnce)).toEqual(ids.slice(0, shownAtOnce));
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => order(page)).toEqual(ids);
    await expect.poll(() => page.getByRole('link', { name: 'Older pictures' }).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'first-eye' }).last().click();
    await page.getByRole('heading', { name: 'first-eye' }).first().waitFor();
    await page.goBack();
    await expect.poll(() => order(page)).toEqual(ids);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await page.context().close();
  });

  it('keeps the loaded pictures when more cannot be loaded, and tries again', async () => {
    const page = await open('/community?again', { width: 390 });
    let cut = true;
    await page.route('**/community/pictures.data*', (route) =>
      cut ? route.abort() : route.continue(),
    );
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByText('More pictures could not be loaded.').waitFor();
    expect(await order(page)).toEqual(ids.slice(0, shownAtOnce));
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    cut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => order(page)).toEqual(ids);
    await page.context().close();
  });

  it.each([390, 1440])(
    'has no layout shift when pictures load, and no overlaps at %i px',
    async (width) => {
      const page = await open('/about', { width });
      // Pictures load long after the page.
      await page.route('**/photos/**', async (route) => {
        await arrived;
        await route.continue();
      });
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.goto(`${guildhall.origin}/community`, { waitUntil: 'commit' });
      const places = () =>
        tiles(page).evaluateAll((links) =>
          links.map((link) => Math.round(link.getBoundingClientRect().top)),
        );
      await tiles(page)
        .nth(shownAtOnce - 1)
        .waitFor();
      await page.waitForFunction(
        () =>
          document.readyState !== 'loading' &&
          document.fonts.status === 'loaded' &&
          getComputedStyle(document.body).minHeight !== '0px',
      );
      const before = await places();
      arrive();
      await expect.poll(() => countUnloaded(page)).toBe(0);
      expect(await places()).toEqual(before);
      expect(await findLayoutProblems(page)).toEqual([]);
      await page.context().close();
    },
  );

  it('is a chain of pages without scripts', async () => {
    const page = await open('/community', { scripts: false });
    expect(await order(page)).toEqual(ids.slice(0, shownAtOnce));
    await page.getByRole('link', { name: 'Older pictures' }).click();
    await expect.poll(() => order(page)).toEqual(ids.slice(shownAtOnce));
    await tiles(page).first().click();
    await page.getByRole('heading', { name: `Picture ${all - shownAtOnce}` }).waitFor();
    await page.getByRole('link', { name: 'Newer picture' }).click();
    await page.getByRole('heading', { name: `Picture ${all - shownAtOnce + 1}` }).waitFor();
    await page.context().close();
  });
});

describe('an enlarged picture', () => {
  it('changes to its neighbours with keys and buttons and restores the focus', async () => {
    const page = await open('/community');
    await tiles(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await shows(page, all - 1);
    for (const [key, number] of [
      ['ArrowRight', all - 2],
      ['ArrowLeft', all - 1],
      ['ArrowLeft', all],
      ['ArrowLeft', all],
    ] as const) {
      await page.keyboard.press(key);
      await shows(page, number);
    }
    await page.getByRole('button', { name: 'Older picture' }).click();
    await shows(page, all - 1);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await expect.poll(() => focusedPicture(page)).toBe(ids[1]);
    await page.context().close();
  });

  it('changes to pictures beyond the first page', async () => {
    const page = await open('/community');
    await tiles(page)
      .nth(shownAtOnce - 1)
      .click();
    await shows(page, all - shownAtOnce + 1);
    for (let number = all - shownAtOnce; number >= 1; number -= 1) {
      const next = page.getByRole('button', { name: 'Older picture' });
      await expect.poll(() => next.getAttribute('aria-disabled')).toBe(null);
      await next.click();
      await shows(page, number);
    }
    await page.context().close();
  });

  it('is shown in full size', async () => {
    const page = await open('/community');
    await tiles(page).first().click();
    await shows(page, all);
    const path = (await large(page).getAttribute('src')) ?? '';
    const served = await page.request.get(guildhall.origin + path);
    expect(served.headers()).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(await served.body()).metadata()).toMatchObject({ format: 'webp' });
    await page.context().close();
  });
});

it('a picture that is zoomed with two fingers is panned with one and does not change to the next', async () => {
  const context = await contextFor(guildhall.browser, second, {
    viewport: { width: 390, height: 800 },
    theme: 'dark',
    fingers: true,
  });
  const page = await context.newPage();
  const screen = await context.newCDPSession(page);
  const enlarge = async (pageScaleFactor: number) => {
    await screen.send('Emulation.setPageScaleFactor', { pageScaleFactor });
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(pageScaleFactor);
  };
  const swipe = () =>
    large(page).evaluate((target) => {
      for (const [type, clientX] of [
        ['touchstart', 300],
        ['touchend', 100],
      ] as const) {
        const touch = new Touch({ identifier: 1, target, clientX, clientY: 200 });
        const touches = type === 'touchstart' ? [touch] : [];
        const event = { bubbles: true, cancelable: true, touches, changedTouches: [touch] };
        target.dispatchEvent(new TouchEvent(type, event));
      }
    });
  await page.goto(`${guildhall.origin}/community`);
  await waitForHydration(page);
  await tiles(page).first().click();
  await shows(page, all);
  await swipe();
  await shows(page, all - 1);
  await enlarge(2);
  await swipe();
  await enlarge(1);
  await swipe();
  await shows(page, all - 2);
  await context.close();
});

describe('deleting a picture', () => {
  it('asks for confirmation, shows the next picture, and removes it from the grid', async () => {
    const page = await open('/community');
    await tiles(page).nth(2).click();
    await shows(page, all - 2);
    await page.getByRole('button', { name: 'Delete this picture' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this picture?' });
    await question.getByRole('button', { name: 'Keep it' }).click();
    await shows(page, all - 2);
    await page.getByRole('button', { name: 'Delete this picture' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Picture deleted.').waitFor();
    await shows(page, all - 3);
    await expect.poll(() => question.count()).toBe(0);
    // The keys work as before, wherever the focus is.
    for (const [key, number] of [
      ['ArrowRight', all - 4],
      ['ArrowLeft', all - 3],
    ] as const) {
      await page.keyboard.press(key);
      await shows(page, number);
    }
    await page.keyboard.press('Escape');
    const [gone] = ids.splice(2, 1);
    await expect.poll(async () => (await order(page)).includes(gone ?? '')).toBe(false);
    await expect.poll(() => focusedPicture(page)).toBe(ids[2]);
    await page.reload();
    expect((await order(page)).slice(0, 3)).toEqual(ids.slice(0, 3));
    await page.context().close();
  });

  it('is offered for the player’s own pictures only', async () => {
    const page = await open('/community', { state: first });
    await tiles(page).first().click();
    await shows(page, all);
    expect(await page.getByRole('button', { name: 'Delete this picture' }).count()).toBe(0);
    await page.context().close();
  });

  it('redirects from the page of the picture to the gallery', async () => {
    const page = await open(`/community/pictures/${ids[0]}`);
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${guildhall.origin}/community`);
    ids = ids.slice(1);
    await expect.poll(async () => (await order(page)).slice(0, 3)).toEqual(ids.slice(0, 3));
    await page.context().close();
  });
});

describe('a player who returns to the gallery', () => {
  it('is at the same position, with new pictures and no duplicates', async () => {
    const page = await open('/community');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => order(page)).toEqual(ids);
    const uploader = page.getByRole('main').getByRole('link', { name: 'first-eye' }).last();
    await uploader.scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => Math.round(scrollY));
    const before = await place();
    expect(before).toBeGreaterThan(300);
    await uploader.click();
    await page.getByRole('heading', { name: 'first-eye' }).first().waitFor();
    const other = await guildhall.browser.newContext({ storageState: first });
    const bytes = await plainImage(300, 300, '#345').jpeg().toBuffer();
    const posted = await postPictures(other.request, guildhall.origin, [
      { caption: 'Late', bytes },
    ]);
    await other.close();
    await page.goBack();
    ids = [...posted, ...ids];
    await expect.poll(() => order(page)).toEqual(ids);
    await expect.poll(place).toBe(before);
    // Further down there is no gap either.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => page.getByRole('link', { name: 'Older pictures' }).count()).toBe(0);
    expect(await order(page)).toEqual(ids);
    await page.context().close();
  });
});

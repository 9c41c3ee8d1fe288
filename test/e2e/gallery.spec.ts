import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { withNightly } from '#test/config/nightly.ts';
import { plainImage } from '../fixtures/generated-images.ts';
import { findViolations } from './fixtures/find-violations.ts';
import {
  enlarged,
  expectEnlarged,
  expectFocusOn,
  firstPageSize,
  pictureCount,
  readOrder,
  test,
  tiles,
} from './fixtures/gallery-test.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { postPictures } from './fixtures/post-pictures.ts';
import { expect } from './fixtures/test.ts';

test.use({ server: 'gallery', loadsImages: true });

const size = { viewport: { width: 1280, height: 800 } };

/** The number of visible pictures that are not loaded. */
const countUnloaded = (page: Page) =>
  tiles(page)
    .locator('img')
    .evaluateAll((images) => {
      const inView = images.filter((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      });
      const isLoaded = (image: Element) =>
        image instanceof HTMLImageElement && image.naturalWidth > 0;
      return inView.filter((image) => !isLoaded(image)).length;
    });

test.describe('the gallery', () => {
  test('loads older pictures while scrolling and restores the scroll position', async ({
    openPage,
    gallery,
  }) => {
    const page = await openPage('/community', { user: gallery.second, ...size });
    expect((await readOrder(page)).slice(0, firstPageSize)).toEqual(
      gallery.ids.slice(0, firstPageSize),
    );
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => readOrder(page)).toEqual(gallery.ids);
    await expect(page.getByRole('link', { name: 'Older pictures' })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'first-eye' }).last().click();
    await expect(page.getByRole('heading', { name: 'first-eye' }).first()).toBeVisible();
    await page.goBack();
    await expect.poll(() => readOrder(page)).toEqual(gallery.ids);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  });

  test('keeps the loaded pictures when more cannot be loaded, and tries again', async ({
    openPage,
    gallery,
  }) => {
    const page = await openPage('/community', {
      user: gallery.second,
      viewport: { width: 390, height: 800 },
    });
    let cut = true;
    await page.route('**/community/pictures.data*', (route) =>
      cut ? route.abort() : route.continue(),
    );
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByText('More pictures could not be loaded.')).toBeVisible();
    expect(await readOrder(page)).toEqual(gallery.ids.slice(0, firstPageSize));
    expect(await findViolations(page)).toEqual([]);
    cut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => readOrder(page)).toEqual(gallery.ids);
  });

  for (const width of withNightly([390], [1440])) {
    test(`has no layout shift when pictures load, and no overlaps at ${width} px`, async ({
      openPage,
      gallery,
    }) => {
      const page = await openPage('/about', {
        user: gallery.second,
        viewport: { width, height: 800 },
      });
      // Pictures load long after the page.
      await page.route('**/photos/**', async (route) => {
        await arrived;
        await route.continue();
      });
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.goto('/community', { waitUntil: 'commit' });
      const places = () =>
        tiles(page).evaluateAll((links) =>
          links.map((link) => Math.round(link.getBoundingClientRect().top)),
        );
      await expect(tiles(page).nth(firstPageSize - 1)).toBeVisible();
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
    });
  }

  test('is a chain of pages without scripts', async ({ openPage, gallery }) => {
    const page = await openPage('/community', {
      user: gallery.second,
      javaScriptEnabled: false,
    });
    expect(await readOrder(page)).toEqual(gallery.ids.slice(0, firstPageSize));
    await page.getByRole('link', { name: 'Older pictures' }).click();
    await expect.poll(() => readOrder(page)).toEqual(gallery.ids.slice(firstPageSize));
    await tiles(page).first().click();
    await expect(
      page.getByRole('heading', { name: `Picture ${pictureCount - firstPageSize}` }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Newer picture' }).click();
    await expect(
      page.getByRole('heading', { name: `Picture ${pictureCount - firstPageSize + 1}` }),
    ).toBeVisible();
  });
});

test.describe('an enlarged picture', () => {
  test('is shown in full size, changes to its neighbours with keys and buttons and restores the focus', async ({
    openPage,
    gallery,
  }) => {
    const page = await openPage('/community', { user: gallery.second, ...size });
    await tiles(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await expectEnlarged(page, pictureCount - 1);
    for (const [key, number] of [
      ['ArrowRight', pictureCount - 2],
      ['ArrowLeft', pictureCount - 1],
      ['ArrowLeft', pictureCount],
      ['ArrowLeft', pictureCount],
    ] as const) {
      await page.keyboard.press(key);
      await expectEnlarged(page, number);
    }
    await page.getByRole('button', { name: 'Older picture' }).click();
    await expectEnlarged(page, pictureCount - 1);
    expect(await findViolations(page)).toEqual([]);
    const path = (await enlarged(page).getAttribute('src')) ?? '';
    const served = await page.request.get(path);
    expect(served.headers()).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(await served.body()).metadata()).toMatchObject({ format: 'webp' });
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expectFocusOn(page, gallery.ids[1]);
  });

  test('changes to pictures beyond the first page', async ({ openPage, gallery }) => {
    const page = await openPage('/community', { user: gallery.second, ...size });
    await tiles(page)
      .nth(firstPageSize - 1)
      .click();
    await expectEnlarged(page, pictureCount - firstPageSize + 1);
    for (let number = pictureCount - firstPageSize; number >= 1; number -= 1) {
      const next = page.getByRole('button', { name: 'Older picture' });
      await expect(next).not.toHaveAttribute('aria-disabled');
      await next.click();
      await expectEnlarged(page, number);
    }
  });
});

test('a picture that is zoomed with two fingers is panned with one and does not change to the next', async ({
  createContext,
  gallery,
}) => {
  const context = await createContext({
    user: gallery.second,
    viewport: { width: 390, height: 800 },
    touch: true,
  });
  const page = await context.newPage();
  const screen = await context.newCDPSession(page);
  const enlarge = async (pageScaleFactor: number) => {
    await screen.send('Emulation.setPageScaleFactor', { pageScaleFactor });
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(pageScaleFactor);
  };
  const swipe = () =>
    enlarged(page).evaluate((target) => {
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
  await page.goto('/community');
  await waitForHydration(page);
  await tiles(page).first().click();
  await expectEnlarged(page, pictureCount);
  await swipe();
  await expectEnlarged(page, pictureCount - 1);
  await enlarge(2);
  await swipe();
  await enlarge(1);
  await swipe();
  await expectEnlarged(page, pictureCount - 2);
});

test.describe('a player who returns to the gallery', () => {
  test('is at the same position, with new pictures and no duplicates', async ({
    openPage,
    guildhall,
    gallery,
  }) => {
    const page = await openPage('/community', { user: gallery.second, ...size });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => readOrder(page)).toEqual(gallery.ids);
    const uploader = page.getByRole('main').getByRole('link', { name: 'first-eye' }).last();
    await uploader.scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => Math.round(scrollY));
    const before = await place();
    expect(before).toBeGreaterThan(300);
    await uploader.click();
    await expect(page.getByRole('heading', { name: 'first-eye' }).first()).toBeVisible();
    const { request } = gallery.first;
    const bytes = await plainImage(300, 300, '#345').jpeg().toBuffer();
    const posted = await postPictures(request, guildhall.origin, [{ caption: 'Late', bytes }]);
    const all = [...posted, ...gallery.ids];
    await page.goBack();
    await expect.poll(() => readOrder(page)).toEqual(all);
    await expect.poll(place).toBe(before);
    // Further down there is no gap either.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByRole('link', { name: 'Older pictures' })).toHaveCount(0);
    expect(await readOrder(page)).toEqual(all);
    // Other tests use the same gallery.
    await gallery.first.send(`/community/pictures/${posted[0]}?delete`, {});
  });
});

import type { Locator, Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { phone } from './fixtures/browser-context.ts';
import { desktop, test, tiles } from './fixtures/inventory-test.ts';
import { expect } from './fixtures/test.ts';

/** Checks that the element is completely on the screen and not covered at its centre. */
async function expectInView(page: Page, locator: Locator) {
  const { width, height } = page.viewportSize() ?? desktop;
  // Polled, because elements move to their place first.
  await expect
    .poll(async () => {
      const box = await locator.boundingBox();
      if (!box) return 'not there';
      const { x, y } = box;
      if (x < 0 || y < 0 || x + box.width > width || y + box.height > height) return 'out of view';
      const middle = { x: x + box.width / 2, y: y + box.height / 2 };
      const isOnTop = await locator.evaluate(
        (element, point) => element.contains(document.elementFromPoint(point.x, point.y)),
        middle,
      );
      return isOnTop ? 'in view' : 'covered';
    })
    .toBe('in view');
}

for (const { device, viewport, row } of withNightly(
  [
    { device: 'desktop', viewport: desktop, row: 'first' },
    { device: 'phone', viewport: phone, row: 'last' },
  ],
  [
    { device: 'desktop', viewport: desktop, row: 'last' },
    { device: 'phone', viewport: phone, row: 'first' },
  ],
)) {
  test(`on a ${device}, the button Sell, its error and its result are visible for a card of the ${row} row`, async ({
    openInventory,
  }) => {
    const page = await openInventory('?order=count&perPage=100', { viewport });
    const chosen = row === 'first' ? tiles(page).first() : tiles(page).last();
    await chosen.scrollIntoViewIfNeeded();
    if (row === 'last') await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await chosen.click();
    await expect(chosen).toHaveAttribute('aria-current', 'true');
    const small = viewport.width <= 650;
    const detail = small ? page.getByRole('dialog') : page.getByRole('complementary');
    const sell = detail.getByRole('button', { name: 'Sell', exact: true });
    await expectInView(page, sell);

    await sell.click();
    const price = detail.getByLabel('Price', { exact: true });
    const problem = detail.getByText('Please enter a price.');
    await expectInView(page, problem);
    const ids = (await price.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(ids).toContain(await problem.getAttribute('id'));
    await expectInView(page, sell);

    await price.fill('2.50');
    await sell.click();
    const toast = page
      .getByRole('listitem')
      .filter({ hasText: /is for sale for \$2\.50\.\s*Your listings/ });
    await expectInView(page, toast);
    // The message does not cover the button Sell, which the next sale needs.
    if (!small) await expectInView(page, sell);
  });
}

test('a sale empties the price field, and its result does not change the form of the card that is selected next', async ({
  openInventory,
}) => {
  const page = await openInventory();
  const price = page.getByLabel('Price', { exact: true });
  const sell = page.getByRole('button', { name: 'Sell', exact: true });
  await price.fill('2');
  await sell.click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'is for sale for $2.00' }),
  ).toBeVisible();
  await expect(price).toHaveValue('');
  await tiles(page).nth(3).click();
  await expect(tiles(page).nth(3)).toHaveAttribute('aria-current', 'true');
  // The request never gets a response.
  await page.route(/inventory\.data/, (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await price.fill('3.21');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await sell.click();
  await sent;
  await expect(page.locator('button[aria-busy=true]')).toHaveText(/^Sell/);
  await expect(price).toHaveValue('3.21');
});

test.describe('a sale whose request fails', () => {
  test('shows the reason at the field', async ({ openInventory }) => {
    const page = await openInventory();
    await page.route(/inventory\.data/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const price = page.getByLabel('Price', { exact: true });
    await price.fill('3');
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    const why = page.getByRole('alert').filter({ hasText: 'could not be put up for sale' });
    await expectInView(page, why);
    expect(await price.getAttribute('aria-describedby')).toContain(await why.getAttribute('id'));
    await expect(price).toBeFocused();
  });
});

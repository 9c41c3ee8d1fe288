import type { Page } from '@playwright/test';
import { addMoney } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

const bodyTextSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));

test('the appearance follows an account into another browser, without scripts too, and ends with a logout', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('Appearance');
  const page = await openPage('/settings', { user, theme: 'dark' });
  const sizeBefore = await bodyTextSize(page);
  await page.getByLabel('Theme', { exact: true }).selectOption('Light');
  await page.getByLabel('Text size').selectOption('Larger');
  await page.getByLabel('Date format').selectOption('2026-03-05');
  await page.getByLabel('Motion').selectOption('Less motion');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByLabel('Text size')).toHaveValue('larger');
  await expect.poll(() => bodyTextSize(page)).toBe(sizeBefore * 1.25);
  // With less motion nothing is animated.
  const transition = () =>
    page
      .getByRole('button', { name: 'Save settings' })
      .evaluate((button) => getComputedStyle(button).transitionDuration);
  await expect.poll(transition).toBe('0.001s');

  const other = await openPage('/profile', { user, theme: 'dark', javaScriptEnabled: false });
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await bodyTextSize(other)).toBe(sizeBefore * 1.25);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
});

test('prices have the chosen signs from the first paint, and after a form without a new page', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('Numbers');
  await addMoney(user);
  const page = await openPage('/settings', { user });
  await expect(page.getByRole('banner')).toContainText('$20.00');
  await page.getByLabel('Number format').selectOption('1.234,56');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('banner')).toContainText('$20,00');
  await page.goto('/profile/wallet');
  await expect(page.getByRole('main')).toContainText('Balance $20,00');

  const other = await openPage('/profile/wallet', { user, javaScriptEnabled: false });
  await expect(other.getByRole('main')).toContainText('Balance $20,00');
});

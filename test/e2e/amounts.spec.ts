import { expect, test } from './fixtures/test.ts';

test('an amount with three decimals is rounded when its field loses focus', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('careful-payer');
  const page = await openPage('/add-money', { user });
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('12.349');
  await expect(amount).toHaveAccessibleDescription(/^= \$12\.35 /);
  await expect(page.getByText('$12.35', { exact: true })).toBeVisible();
  await amount.blur();
  await expect(amount).toHaveValue('12.35');
  await expect(page.getByRole('status').filter({ hasText: 'Rounded to 12.35.' })).toBeVisible();
});

test('an amount that is sent with Enter is rounded before it is sent', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('careful-payer');
  const page = await openPage('/add-money', { user });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('7.005');
  await amount.press('Enter');
  expect(new URLSearchParams((await sent).postData() ?? '').get('amount')).toBe('7.01');
  await expect(amount).toHaveValue('7.01');
  await expect(page.getByText('$7.01 added.').first()).toBeVisible();
});

test('an amount with a comma is understood and shown', async ({ openPage, registerPlayer }) => {
  const user = await registerPlayer('comma-payer');
  const page = await openPage('/add-money', { user });
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('12,5');
  await expect(amount).toHaveAccessibleDescription(/^= \$12\.50 From/);
  await amount.press('Enter');
  await expect(page.getByText('$12.50 added.').first()).toBeVisible();
});

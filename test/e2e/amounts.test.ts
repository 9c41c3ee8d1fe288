import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { waitForHydration } from './fixtures/hydration.ts';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
type State = Awaited<ReturnType<typeof captureStorageState>>;
let player: State;

beforeAll(async () => {
  const { browser, origin } = guildhall;
  player = await captureStorageState(browser, (page) => register(page, origin, 'careful-payer'));
});

async function openAddMoney(): Promise<Page> {
  const viewport = { width: 1280, height: 900 };
  const context = await contextFor(guildhall.browser, player, { viewport, theme: 'dark' });
  const page = await context.newPage();
  await page.goto(`${guildhall.origin}/add-money`);
  await waitForHydration(page);
  return page;
}

test('an amount with three decimals is rounded when its field loses focus', async () => {
  const page = await openAddMoney();
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('12.349');
  await page.getByText('$12.35').waitFor();
  await amount.blur();
  expect(await amount.inputValue()).toBe('12.35');
  await page.getByRole('status').filter({ hasText: 'Rounded to 12.35.' }).waitFor();
  await page.context().close();
});

test('an amount that is sent with Enter is rounded before it is sent', async () => {
  const page = await openAddMoney();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('7.005');
  await amount.press('Enter');
  expect(new URLSearchParams((await sent).postData() ?? '').get('amount')).toBe('7.01');
  expect(await amount.inputValue()).toBe('7.01');
  await page.getByText('$7.01 added.').first().waitFor();
  await page.context().close();
});

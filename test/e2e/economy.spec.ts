import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { createEconomyFigures } from './fixtures/create-economy-figures.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { addMoney } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

test('an admin fines a player, who reads why, and sees the fine and the figures of the site', async ({
  guildhall,
  registerPlayer,
  openPage,
}) => {
  const [admin, player] = [await registerPlayer('fining'), await registerPlayer('fined')];
  await makeAdmin(guildhall.dataDir, admin.username);
  await createEconomyFigures(guildhall.dataDir);
  await addMoney(player);

  const page = await openPage(`/admin/people/${player.username}`, { user: admin });
  const fine = page.getByRole('region', { name: 'Take money' });
  await fine.getByLabel('Amount').fill('1000.01');
  await fine.getByLabel('Reason').fill('Sold one card twice.');
  await fine.getByRole('button', { name: 'Take money' }).click();
  const question = page.getByRole('dialog', { name: `Take money from ${player.username}?` });
  await question.getByRole('button', { name: 'Take money' }).click();
  await expect(page.getByText('Enter an amount from $0.01 to $1,000.00.')).toBeVisible();
  await expect(fine.getByLabel('Amount')).toBeFocused();
  await expect(fine.getByLabel('Reason')).toHaveValue('Sold one card twice.');
  await fine.getByLabel('Amount').fill('2.50');
  await fine.getByRole('button', { name: 'Take money' }).click();
  await question.getByRole('button', { name: 'Take money' }).click();
  await expect(page.getByText('The money is taken.')).toBeVisible();

  await page.goto('/admin/economy');
  await expect(page.getByRole('heading', { name: 'Money', level: 2 })).toBeVisible();
  const row = page.getByRole('row', { name: player.username });
  await expect(row).toContainText('Sold one card twice.');
  await expect(row).toContainText('Taken $2.50');
  await page.getByText('Show as a table').nth(1).click();
  await expect(page.getByRole('table', { name: 'Money made and spent' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: '12 months' }).click();
  await expect(page).toHaveURL(/period=12-months/);
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('The audit starts within two minutes.')).toBeVisible();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('An audit is waiting or running already.')).toBeVisible();

  const own = await openPage('/settings/moderation', { user: player });
  await expect(own.getByRole('heading', { name: 'An admin took money from you.' })).toBeVisible();
  await expect(own.getByText('Sold one card twice.')).toBeVisible();
  await expect(own.getByText('$2.50')).toBeVisible();
  await own.goto('/profile/wallet');
  await expect(own.getByText('Taken by an admin: Sold one card twice.')).toBeVisible();
});

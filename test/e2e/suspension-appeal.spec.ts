import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { withNightly } from '#test/config/nightly.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { withServerDatabase } from '#test/fixtures/server-database.ts';
import type { Theme } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { expect, test } from './fixtures/test.ts';
import { password } from './fixtures/test-user.ts';

for (const theme of withNightly<Theme>(['light'], ['dark'])) {
  test(`a suspended player appeals on a phone with the keyboard, in the ${theme} theme`, async ({
    guildhall,
    openPage,
    registerPlayer,
  }) => {
    const { username } = await registerPlayer('Suspended');
    await withServerDatabase(guildhall.dataDir, async (db) => {
      const actor = await createPlayer(db, { role: 'moderator' });
      const ctx = createTestCtx(db, { clock: { now: () => new Date() } });
      const reason = 'Insults in three discussions, after a warning.';
      await suspendAccount({ ...ctx, actor }, { username, reason, days: 0 });
    });
    const page = await openPage('/login', { theme, viewport: { width: 390, height: 844 } });
    await page.getByRole('textbox', { name: 'Username' }).fill(username);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByText('Reason: Insults in three')).toBeVisible();
    const why = page.getByRole('textbox', { name: 'Why is the suspension wrong?' });
    await why.focus();
    await page.keyboard.type('They were quotations from the game.');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send the appeal' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByText('Your appeal was received.')).toBeVisible();
    await expect(why).toBeHidden();
  });
}

import { withNightly } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { expect, test } from './fixtures/test.ts';

const game = 4062;
const path = `/collection/${game}`;

for (const { name, viewport } of withNightly(
  [{ name: 'phone', viewport: { width: 390, height: 844 } }],
  [{ name: 'desktop', viewport: { width: 1440, height: 1000 } }],
)) {
  test(`a collector crafts a badge and recycles duplicates by keyboard, ${name}`, async ({
    registerPlayer,
    createContext,
    guildhall,
  }) => {
    const user = await registerPlayer('collector');
    await giveCards(guildhall.dataDir, [
      { username: user.username, gameId: game, setId: 'default', copies: 12 },
    ]);
    const page = await (await createContext({ user, viewport })).newPage();
    const main = page.getByRole('main');
    const consoleErrors = collectConsoleErrors(page);

    // The set is recorded by a job, a second after the cards came.
    await expect(async () => {
      await page.goto(path);
      await expect(main.getByText('The set is complete!')).toBeVisible({
        timeout: timeLimits.atOnce,
      });
    }).toPass();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 844 });
    const isCut = await main
      .locator('section')
      .first()
      .evaluate((section) => {
        const { right } = section.getBoundingClientRect();
        return [...section.querySelectorAll('h2, p, img')].some(
          (part) => part.getBoundingClientRect().right > right,
        );
      });
    expect(isCut).toBe(false);
    await page.setViewportSize(viewport);
    await main.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(main.getByText('The set is complete!')).toBeHidden();

    await main.getByRole('link', { name: 'Craft level 1' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('11 left').first()).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await main.getByRole('link', { name: 'Craft level 1' }).press('Enter');
    await dialog.getByRole('button', { name: 'Use up 9 cards' }).dblclick();
    await expect(main.getByRole('heading', { name: 'Level 1 is yours' })).toBeFocused();
    await expect(main.getByText('Level 1 of 5')).toBeVisible();

    await main.getByRole('link', { name: 'Recycle for one uncommon' }).press('Enter');
    await expect(dialog.getByRole('row')).not.toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Recycle ten cards' }).press('Enter');
    await expect(main.getByText('You had this card already.')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
}

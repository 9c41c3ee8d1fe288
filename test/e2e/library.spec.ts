import { testData } from './fixtures/create-test-users.ts';
import { buyGame } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

test('the library has Play in its list up to 768 px, and beside the list above', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('reader');
  await buyGame(user, testData.owned);
  const page = await openPage(`/library?game=${testData.owned}`, { user });
  const main = page.getByRole('main');
  const inList = main.getByRole('listitem').getByRole('link', { name: 'Play Portal 2' });
  const beside = main
    .getByRole('region', { name: 'Portal 2' })
    .getByRole('link', { name: 'Play Portal 2' });
  for (const { width, shown, hidden } of [
    { width: 768, shown: inList, hidden: beside },
    { width: 769, shown: beside, hidden: inList },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(shown).toBeVisible();
    await expect(hidden).toBeHidden();
  }
});

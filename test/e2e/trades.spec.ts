import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { test as base, messageList as list, openChat } from './fixtures/chat-test.ts';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { openLivePage } from './fixtures/hydration.ts';
import { befriend, offerTrade } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

const gameId = 4062;
const [crown, dog] = [
  { gameId, kindId: 'default-crown' },
  { gameId, kindId: 'default-dog' },
];

/** `test` with two friends who have two copies of each card of a game. */
const test = base.extend<{ traders: { ada: TestUser; bob: TestUser } }>({
  traders: async ({ friends, guildhall }, use) => {
    const gifts = [friends.ada, friends.bob].map(({ username }) => ({
      username,
      gameId,
      setId: 'default',
      copies: 2,
    }));
    await giveCards(guildhall.dataDir, gifts);
    await use(friends);
  },
});

const main = (page: Page) => page.getByRole('main');
const offers = (page: Page) => list(page).getByRole('article', { name: 'Trade offer' });

for (const { name, viewport } of withNightly(
  [{ name: 'desktop', viewport: { width: 1440, height: 1000 } }],
  [{ name: 'phone', viewport: { width: 390, height: 844 } }],
)) {
  test(`an offer is made, countered and accepted in the chat, and both see it live, ${name}`, async ({
    traders,
    createContext,
  }) => {
    const [ada, bob] = [
      await (await createContext({ user: traders.ada, viewport })).newPage(),
      await (await createContext({ user: traders.bob, viewport })).newPage(),
    ];
    const consoleErrors = [collectConsoleErrors(ada), collectConsoleErrors(bob)];
    await openChat(bob, traders.bob, traders.ada);
    await openChat(ada, traders.ada, traders.bob);

    // By keyboard. The focus stays on a card when its last copy has been added.
    await main(ada).getByRole('link', { name: 'Trade', exact: true }).press('Enter');
    await expect(main(ada).getByRole('link', { name: 'Back to the chat' })).toBeVisible();
    const own = main(ada).getByRole('region', { name: 'Your cards' });
    const given = main(ada).getByRole('region', { name: 'You give' });
    const wanted = main(ada).getByRole('region', { name: 'You get' });
    const add = own.getByRole('link', { name: /^Add Crown/ });
    await add.press('Enter');
    await expect(given.getByText('1 of 10')).toBeVisible();
    await add.press('Enter');
    await expect(given.getByText('2 of 10')).toBeVisible();
    await expect(add).toBeFocused();
    await given.getByRole('link', { name: /^Remove Crown/ }).press('Enter');
    await expect(given.getByText('1 of 10')).toBeVisible();
    const theirs = main(ada).getByRole('region', { name: `Cards of ${traders.bob.username}` });
    const wish = theirs.getByRole('link', { name: /^Add Dog/ });
    if (name === 'desktop') await wish.dragTo(wanted);
    else await wish.click();
    await expect(wanted.getByText('1 of 10')).toBeVisible();
    expect(await findViolations(ada)).toEqual([]);
    await main(ada).getByLabel('Message').fill('A crown for a dog?');
    await main(ada).getByRole('button', { name: 'Send offer' }).press('Enter');
    await expect(offers(ada).getByRole('button', { name: 'Withdraw' })).toBeVisible();

    await expect(list(bob).getByText('A crown for a dog?')).toBeVisible();
    expect(await findViolations(bob)).toEqual([]);
    await offers(bob).getByRole('link', { name: 'Make another offer' }).click();
    const asked = main(bob).getByRole('region', { name: 'You get' });
    await asked.getByRole('link', { name: /^One more Crown/ }).press('Enter');
    await expect(asked.getByText('2 of 10')).toBeVisible();
    await main(bob).getByRole('button', { name: 'Send offer' }).click();
    await expect(offers(bob)).toHaveCount(2);

    await expect(offers(ada).first().getByText('Answered with another offer')).toBeVisible();
    const accept = offers(ada).last().getByRole('link', { name: 'Accept' });
    await accept.press('Enter');
    const dialog = ada.getByRole('dialog', {
      name: `Accept the offer of ${traders.bob.username}?`,
    });
    await expect(dialog.getByRole('region', { name: 'You give' })).toContainText('2 × Crown');
    await expect(dialog.getByRole('region', { name: 'You get' })).toContainText('Dog');
    expect(await findViolations(ada)).toEqual([]);
    await ada.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await accept.press('Enter');
    await dialog.getByRole('button', { name: 'Accept the trade' }).dblclick();
    for (const page of [ada, bob]) {
      await expect(offers(page).last().getByText('Accepted', { exact: true })).toBeVisible();
    }
    await expect(dialog).toBeHidden();
    expect(await findViolations(ada)).toEqual([]);
    expect(consoleErrors).toEqual([[], []]);
  });
}

test('a withdrawn and a declined offer change in the open chat of the other player', async ({
  traders,
  ada,
  bob,
}) => {
  await openChat(ada, traders.ada, traders.bob);
  await openChat(bob, traders.bob, traders.ada);
  await offerTrade(traders.ada, traders.bob, { give: [crown], get: [dog] });
  await expect(offers(bob).getByRole('link', { name: 'Accept' })).toBeVisible();
  // The question of an offer that is closed meanwhile goes away.
  await offers(bob).getByRole('link', { name: 'Accept' }).click();
  await expect(bob.getByRole('dialog')).toBeVisible();
  await offers(ada).getByRole('button', { name: 'Withdraw' }).click();
  await expect(offers(bob).getByText('Withdrawn')).toBeVisible();
  await expect(bob.getByRole('dialog')).toBeHidden();

  await offerTrade(traders.ada, traders.bob, { give: [], get: [dog] });
  await offers(bob).last().getByRole('button', { name: 'Decline' }).click();
  await expect(offers(ada).last().getByText('Declined')).toBeVisible();
});

for (const viewport of withNightly(
  [{ width: 390, height: 844 }],
  [{ width: 1440, height: 1000 }],
)) {
  test(`a suggested swap becomes an offer with one click at ${viewport.width} pixels`, async ({
    registerPlayer,
    guildhall,
    createContext,
  }) => {
    const [ada, bob] = [await registerPlayer('ada'), await registerPlayer('bob')];
    await befriend(ada, bob);
    // Each has two copies of a common card that the other misses.
    await giveCards(guildhall.dataDir, [
      { username: ada.username, gameId, kindIds: ['default-boring'], copies: 2 },
      { username: bob.username, gameId, kindIds: ['default-laugh'], copies: 2 },
    ]);
    const page = await (await createContext({ user: ada, viewport })).newPage();
    await openLivePage(page, '/community/market/trades');
    await main(page)
      .getByRole('link', { name: `Make this offer to ${bob.username}` })
      .click();
    await expect(main(page).getByRole('region', { name: 'You give' })).toContainText('Boring');
    await expect(main(page).getByRole('region', { name: 'You get' })).toContainText('Laugh');
    expect(await findViolations(page)).toEqual([]);
    await main(page).getByRole('button', { name: 'Send offer' }).click();
    await expect(main(page).getByRole('button', { name: 'Withdraw' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
}

import type { Page } from 'playwright-core';
import { as, type Props, type Screen } from './screen.ts';

/** Logging in and registering, money, the daily reward and a player's profile. */
export function accountScreens(props: Props): Screen[] {
  const [visitor, player] = [as('visitor'), as('player')];
  return [
    visitor('login', '/login'),
    visitor('login-refused', '/login', async (page) => {
      await page.getByLabel('Username').fill('nobody-here');
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Incorrect username or password.').waitFor();
    }),
    player('login-welcome', '/login'),
    visitor('register', '/register'),
    visitor('register-refused', '/register', async (page) => {
      await page.getByLabel('Username').fill(props.player);
      await page.getByLabel('Email').fill('someone@example.test');
      await page.getByLabel('Password').fill('correct horse battery');
      await page
        .getByRole('main')
        .getByRole('button', { name: /register/i })
        .click();
      await page.getByText('This username is already taken.').first().waitFor();
    }),
    { ...visitor('register-guest', '/register'), who: 'guest' },
    visitor('register-checked', '/register', async (page) => {
      // It is there once scripts run, which check what is left from then on.
      const show = page.getByRole('button', { name: 'Show password' });
      await show.waitFor();
      await page.getByLabel('Username').fill('ab');
      await page.getByLabel('Password').fill('long enough');
      await show.click();
      await page.getByText('Use at least 3 characters.').waitFor();
    }),
    { ...visitor('logout-guest', '/logout'), who: 'guest' },
    {
      ...visitor('logout-guest-dialog', '/login'),
      who: 'guest',
      act: async (page) => {
        await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
        await page.getByRole('heading', { name: 'Log out for good?' }).waitFor();
      },
    },
    { ...visitor('add-money-guest', '/add-money'), who: 'guest' },
    visitor('forgot-password', '/forgot-password'),
    visitor('reset-bad-link', '/reset-password?token=worthless'),
    visitor('confirm-bad-link', '/confirm?token=worthless'),
    { ...player('daily-reward-greeting', '/'), who: 'newcomer', greeting: true, act: greeted },
    player('daily-reward', '/daily-reward'),
    player('daily-reward-dialog', '/profile', openReward),
    player('profile', '/profile'),
    { ...player('profile-guest', '/profile'), who: 'guest' },
    player('profile-add-money', '/profile', async (page) => {
      await page.getByRole('link', { name: 'Add Money' }).click();
      await page.getByRole('dialog', { name: 'Add Money' }).waitFor();
    }),
    player('add-money-refused', '/add-money', async (page) => {
      await page.getByLabel('Amount').fill('501');
      await page.getByRole('button', { name: 'Add Money' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
    }),
    player('profile-edit', '/profile/edit'),
    player('profile-edited', '/profile/edit', async (page) => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Profile updated successfully!').first().waitFor();
    }),
    player('profile-description', '/profile/edit', async (page) => {
      await page.getByRole('textbox', { name: 'Description' }).fill('I like puzzles.');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByLabel('Remove description').check();
    }),
    visitor('profile-of', `/profile/${props.player}`),
    visitor('profile-missing', '/profile/nobody-here'),
  ];
}

async function greeted(page: Page) {
  await page.getByRole('dialog', { name: 'Your daily reward is here' }).waitFor();
}

async function openReward(page: Page) {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Daily reward/ })
    .click();
  await page.getByRole('dialog', { name: /daily reward/i }).waitFor();
}

import type { Page } from '@playwright/test';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { pauseClock } from './fixtures/paused-clock.ts';
import { expect, test, uniqueName } from './fixtures/test.ts';
import { password } from './fixtures/test-user.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name });
const secret = (page: Page) => main(page).getByLabel('Password', { exact: true });

/** Fills in the form of the page /register and sends it. */
async function register(page: Page, name: string): Promise<void> {
  await field(page, 'Username').fill(name);
  await secret(page).fill(password);
  await field(page, 'Email').fill(`${name}@example.test`);
  await button(page, 'Register').click();
}

test('rules are ticked while the player types, and a field shows its error after it loses focus, until it is corrected', async ({
  openPage,
}) => {
  const page = await openPage('/register');
  const done = main(page).getByText('(done)');
  await expect(done).toHaveCount(0);
  await field(page, 'Username').fill('_ada');
  await expect(done).toHaveCount(1);
  await field(page, 'Username').fill('ada');
  await expect(done).toHaveCount(2);
  await secret(page).fill('1234567');
  await expect(done).toHaveCount(2);
  await secret(page).fill('12345678');
  await expect(done).toHaveCount(3);
  await secret(page).fill('');

  const username = field(page, 'Username');
  await username.fill('ab');
  await username.blur();
  await expect(main(page).getByText('Use at least 3 characters.')).toBeVisible();
  await expect(username).toHaveAttribute('aria-invalid', 'true');
  await username.fill('abc');
  await expect(main(page).getByText('Use at least 3 characters.')).toHaveCount(0);
  await expect(username).not.toHaveAttribute('aria-invalid');

  await field(page, 'Email').fill('ada');
  await secret(page).fill('short');
  await expect(
    main(page).getByText('Enter an email address such as ada@example.com.'),
  ).toBeVisible();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await button(page, 'Register').click();
  await expect(main(page).getByText('Use at least 8 characters.')).toBeVisible();
  await expect(secret(page)).toBeFocused();
  expect(sent).toBe(0);
});

test('a skipped field shows no error, Enter shows all errors, a password can be shown, and a link works although the field that loses focus has an error', async ({
  openPage,
}) => {
  const page = await openPage('/login');
  await field(page, 'Username').focus();
  await secret(page).focus();
  await secret(page).press('Enter');
  await expect(main(page).getByText('Enter your username.')).toBeVisible();
  await expect(main(page).getByText('Enter your password.')).toBeVisible();
  await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(2);

  await secret(page).fill('what I typed');
  const show = main(page).getByRole('button', { name: 'Show password' });
  await expect(show).toHaveAttribute('aria-pressed', 'false');
  await show.press('Space');
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(secret(page)).toHaveAttribute('type', 'text');
  await expect(secret(page)).toHaveValue('what I typed');
  await field(page, 'Username').fill('nobody-here');
  await field(page, 'Username').press('Enter');
  await expect(main(page).getByText('Incorrect username or password.')).toBeVisible();
  // It is hidden again when the form is sent.
  await expect(secret(page)).toHaveAttribute('type', 'password');

  // A click moves the focus, so the first error appears and moves the link while the button is pressed.
  await page.reload();
  await waitForHydration(page);
  await field(page, 'Username').fill('ada');
  await field(page, 'Username').fill('');
  await expect(main(page).locator('[aria-invalid=true]')).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Register account' }).click();
  await page.waitForURL('/register');
});

test('after registration the login has the username filled in and the focus on the password, and a reload forgets the username', async ({
  openPage,
}) => {
  const name = uniqueName('straight-on');
  const page = await openPage('/register');
  await pauseClock(page);
  await register(page, name);
  await expect(
    page.getByText('Registration successful! Redirecting to login page...'),
  ).toBeVisible();
  // The page /login opens after three seconds.
  await waitForIdle(page);
  await page.clock.runFor(2_999);
  await expect(page).toHaveURL('/register');
  const opening = page.waitForRequest(/\/login\.data/);
  await page.clock.runFor(1);
  await opening;
  await page.clock.resume();
  await page.waitForURL('/login');
  await expect(field(page, 'Username')).toHaveValue(name);
  await expect(secret(page)).toBeFocused();
  await page.keyboard.type(password);
  await expect(secret(page)).toHaveValue(password);

  // A reloaded page uses only what the player types.
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await field(page, 'Username').focus();
  scripts.resolve();
  await expect(button(page, 'Show password')).toBeVisible();
  await page.keyboard.type('grace-hopper');
  await expect(field(page, 'Username')).toHaveValue('grace-hopper');
});

test('the error of a rejected registration disappears after five seconds, and stays at its field until the field changes', async ({
  openPage,
  registerPlayer,
}) => {
  const { username } = await registerPlayer('taken');
  const page = await openPage('/register');
  await pauseClock(page);
  await field(page, 'Username').fill(username);
  await secret(page).fill(password);
  await field(page, 'Email').fill('another@example.test');
  await button(page, 'Register').click();
  const text = 'This username is already taken.';
  await expect(main(page).getByText(text)).toHaveCount(2);
  await expect(main(page).getByRole('alert').getByText(text)).toBeVisible();
  await expect(button(page, 'Register')).not.toHaveAttribute('aria-busy');
  await waitForIdle(page);
  await page.clock.runFor(4_999);
  await expect(main(page).getByText(text)).toHaveCount(2);
  await page.clock.runFor(1);
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  await expect(main(page).getByText(text)).toHaveCount(1);
  await expect(field(page, 'Username')).toHaveValue(username);
  await field(page, 'Username').fill(`${username}2`);
  await secret(page).focus();
  await expect(main(page).getByText(text)).toHaveCount(0);
});

test('without scripts the server shows the same errors and fills in the username after registration', async ({
  openPage,
}) => {
  const name = uniqueName('by-hand-alone');
  const page = await openPage('/register', { javaScriptEnabled: false });
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(0);
  await field(page, 'Username').fill('ab');
  await field(page, 'Email').fill('ada');
  await button(page, 'Register').click();
  await expect(main(page).getByText('Use at least 3 characters.')).toBeVisible();
  await expect(main(page).getByText('Enter a password.')).toBeVisible();
  await expect(
    main(page).getByText('Enter an email address such as ada@example.com.'),
  ).toBeVisible();
  await field(page, 'Username').fill(name);
  await secret(page).fill(password);
  await field(page, 'Email').fill(`${name}@example.test`);
  await button(page, 'Register').click();
  await expect(
    page.getByText('Registration successful! Redirecting to login page...'),
  ).toBeVisible();
  await page.waitForURL(/\/login/);
  await expect(field(page, 'Username')).toHaveValue(name);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
});

const lose = 'Log out and lose everything';

async function becomeGuest(page: Page): Promise<void> {
  await button(page, 'Login as Guest').click();
  await page.waitForURL('/');
}

test('a guest is asked for confirmation before logging out and can register instead', async ({
  openPage,
}) => {
  const page = await openPage('/login');
  await becomeGuest(page);
  await waitForHydration(page);
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  const dialog = page.getByRole('dialog', { name: 'Log out for good?' });
  await expect(dialog.getByText(/A guest has no password/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(logout).toBeFocused();

  await logout.click();
  await dialog.getByRole('link', { name: 'Register and keep everything' }).click();
  await page.waitForURL('/register');
  await expect(dialog).toBeHidden();
  await expect(main(page).getByText(/You play as Guest-/)).toBeVisible();

  await logout.click();
  await dialog.getByRole('button', { name: lose }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});

test('without scripts a guest is asked for confirmation on a page before logging out', async ({
  openPage,
}) => {
  const page = await openPage('/login', { javaScriptEnabled: false });
  await becomeGuest(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Log out for good?' })).toBeVisible();
  await main(page).getByRole('link', { name: 'Stay logged in' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await main(page).getByRole('button', { name: lose }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});

test('a description is removed by its checkbox and not by an empty field', async ({
  openPage,
  registerPlayer,
}) => {
  const page = await openPage('/profile/edit', { user: await registerPlayer('few-words') });
  const edit = async (fill: () => Promise<unknown>) => {
    await fill();
    await button(page, 'Save changes').click();
    await expect(main(page).getByText('Profile updated successfully!')).toBeVisible();
    await page.reload();
    await waitForHydration(page);
  };
  const description = field(page, 'Description');
  const remove = main(page).getByRole('checkbox', { name: 'Remove description' });
  await expect(description).toBeVisible();
  await expect(remove).toHaveCount(0);
  await edit(() => description.fill('I like puzzles.'));
  await edit(() => description.fill(''));
  await expect(description).toHaveValue('I like puzzles.');
  await edit(async () => {
    await remove.check();
    await expect(description).toBeDisabled();
  });
  await expect(description).toHaveValue('');
  await expect(remove).toHaveCount(0);
});

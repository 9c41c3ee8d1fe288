import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitForHydration } from './fixtures/hydration.ts';
import { contextFor, password, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});

async function inBrowser(
  path: string,
  use: (page: Page, context: BrowserContext) => Promise<void>,
  { javaScriptEnabled = true } = {},
): Promise<void> {
  const viewport = { width: 1280, height: 900 };
  const context = javaScriptEnabled
    ? await contextFor(guildhall.browser, undefined, { viewport, theme: 'dark' })
    : await guildhall.browser.newContext({ viewport, javaScriptEnabled });
  try {
    const page = await context.newPage();
    await page.goto(guildhall.origin + path);
    if (javaScriptEnabled) await waitForHydration(page);
    await use(page, context);
  } finally {
    await context.close();
  }
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name });
const secret = (page: Page) => main(page).getByLabel('Password', { exact: true });

test('a field shows its error after it loses focus, until it is corrected', async () => {
  await inBrowser('/register', async (page) => {
    const username = field(page, 'Username');
    await username.fill('ab');
    await username.blur();
    await main(page).getByText('Use at least 3 characters.').waitFor();
    expect(await username.getAttribute('aria-invalid')).toBe('true');
    await username.fill('abc');
    await main(page).getByText('Use at least 3 characters.').waitFor({ state: 'detached' });
    expect(await username.getAttribute('aria-invalid')).toBeNull();

    await field(page, 'Email').fill('ada');
    await secret(page).fill('short');
    await main(page).getByText('Enter an email address such as ada@example.com.').waitFor();
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await button(page, 'Register').click();
    await main(page).getByText('Use at least 8 characters.').waitFor();
    await expect
      .poll(() => secret(page).evaluate((input) => input === document.activeElement))
      .toBe(true);
    expect(sent).toBe(0);
  });
});

test('a skipped field shows no error, and Enter shows the errors of all fields', async () => {
  await inBrowser('/login', async (page) => {
    await field(page, 'Username').focus();
    await secret(page).focus();
    await secret(page).press('Enter');
    await main(page).getByText('Enter your username.').waitFor();
    await main(page).getByText('Enter your password.').waitFor();
    expect(await main(page).locator('[aria-invalid=true]').count()).toBe(2);
  });
});

test('a click on a link works although the field that loses focus shows an error', async () => {
  await inBrowser('/login', async (page) => {
    await field(page, 'Username').fill('ada');
    await field(page, 'Username').fill('');
    await main(page).getByRole('link', { name: 'Register account' }).click();
    await page.waitForURL(`${guildhall.origin}/register`);
  });
});

test('a password can be shown, and is hidden again when the form is sent', async () => {
  await inBrowser('/login', async (page) => {
    await secret(page).fill('what I typed');
    const show = main(page).getByRole('button', { name: 'Show password' });
    expect(await show.getAttribute('aria-pressed')).toBe('false');
    await show.press('Space');
    expect(await show.getAttribute('aria-pressed')).toBe('true');
    expect(await secret(page).getAttribute('type')).toBe('text');
    expect(await secret(page).inputValue()).toBe('what I typed');
    await field(page, 'Username').fill('nobody-here');
    await field(page, 'Username').press('Enter');
    await main(page).getByText('Incorrect username or password.').waitFor();
    expect(await secret(page).getAttribute('type')).toBe('password');
  });
});

test('the rules of username and password are ticked while the player types', async () => {
  await inBrowser('/register', async (page) => {
    const done = main(page).getByText('(done)');
    expect(await done.count()).toBe(0);
    await field(page, 'Username').fill('_ada');
    await expect.poll(() => done.count()).toBe(1);
    await field(page, 'Username').fill('ada');
    await expect.poll(() => done.count()).toBe(2);
    await secret(page).fill('1234567');
    expect(await done.count()).toBe(2);
    await secret(page).fill('12345678');
    await expect.poll(() => done.count()).toBe(3);
  });
});

test('after registration the login has the username filled in and the focus on the password', async () => {
  const name = 'straight-on';
  await inBrowser('/register', async (page) => {
    await field(page, 'Username').fill(name);
    await secret(page).fill(password);
    await field(page, 'Email').fill(`${name}@example.test`);
    await button(page, 'Register').click();
    await page.getByText('Registration successful! Redirecting to login page...').waitFor();
    await page.waitForURL(`${guildhall.origin}/login`);
    await expect.poll(() => field(page, 'Username').inputValue()).toBe(name);
    await expect
      .poll(() => secret(page).evaluate((input) => input === document.activeElement))
      .toBe(true);
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${guildhall.origin}/`);
  });
});

test('a reloaded login page after registration uses only what the player types', async () => {
  const name = 'loaded-again';
  await inBrowser('/register', async (page) => {
    await field(page, 'Username').fill(name);
    await secret(page).fill(password);
    await field(page, 'Email').fill(`${name}@example.test`);
    await button(page, 'Register').click();
    await page.waitForURL(`${guildhall.origin}/login`);
    await expect.poll(() => field(page, 'Username').inputValue()).toBe(name);
    const scripts = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await field(page, 'Username').focus();
    scripts.resolve();
    await button(page, 'Show password').waitFor();
    await page.keyboard.type('grace-hopper');
    expect(await field(page, 'Username').inputValue()).toBe('grace-hopper');
  });
});

test('the error of a rejected registration disappears everywhere after some seconds', async () => {
  await inBrowser('/register', (page) => register(page, guildhall.origin, 'taken-already'));
  await inBrowser('/register', async (page) => {
    await field(page, 'Username').fill('taken-already');
    await secret(page).fill(password);
    await field(page, 'Email').fill('another@example.test');
    await button(page, 'Register').click();
    const sentence = main(page).getByText('This username is already taken.');
    await expect.poll(() => sentence.count()).toBe(2);
    const first = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const count = () =>
            document.body.innerText.split('This username is already taken.').length - 1;
          const watch = new MutationObserver(() => {
            if (count() === 2) return;
            watch.disconnect();
            resolve(count());
          });
          watch.observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
    );
    expect(first).toBe(0);
    expect(await field(page, 'Username').inputValue()).toBe('taken-already');
  });
});

test('without scripts the server shows the same errors and fills in the username after registration', async () => {
  const name = 'by-hand-alone';
  await inBrowser(
    '/register',
    async (page) => {
      expect(await page.getByRole('button', { name: 'Show password' }).count()).toBe(0);
      await field(page, 'Username').fill('ab');
      await field(page, 'Email').fill('ada');
      await button(page, 'Register').click();
      await main(page).getByText('Use at least 3 characters.').waitFor();
      await main(page).getByText('Enter a password.').waitFor();
      await main(page).getByText('Enter an email address such as ada@example.com.').waitFor();
      await field(page, 'Username').fill(name);
      await secret(page).fill(password);
      await field(page, 'Email').fill(`${name}@example.test`);
      await button(page, 'Register').click();
      await page.getByText('Registration successful! Redirecting to login page...').waitFor();
      await page.waitForURL(/\/login/);
      expect(await field(page, 'Username').inputValue()).toBe(name);
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${guildhall.origin}/`);
    },
    { javaScriptEnabled: false },
  );
});

const lose = 'Log out and lose everything';

async function becomeGuest(page: Page): Promise<void> {
  await button(page, 'Login as Guest').click();
  await page.waitForURL(`${guildhall.origin}/`);
}

test('a guest is asked for confirmation before logging out and can register instead', async () => {
  await inBrowser('/login', async (page) => {
    await becomeGuest(page);
    await waitForHydration(page);
    const logout = page.getByRole('button', { name: 'Logout' });
    await logout.click();
    const dialog = page.getByRole('dialog', { name: 'Log out for good?' });
    await dialog.getByText(/A guest has no password/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => logout.evaluate((one) => one === document.activeElement)).toBe(true);

    await logout.click();
    await dialog.getByRole('link', { name: 'Register and keep everything' }).click();
    await page.waitForURL(`${guildhall.origin}/register`);
    await dialog.waitFor({ state: 'hidden' });
    await main(page)
      .getByText(/You play as Guest-/)
      .waitFor();

    await logout.click();
    await dialog.getByRole('button', { name: lose }).click();
    await page.getByRole('link', { name: 'Login' }).first().waitFor();
  });
});

test('without scripts a guest is asked for confirmation on a page before logging out', async () => {
  await inBrowser(
    '/login',
    async (page) => {
      await becomeGuest(page);
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('heading', { name: 'Log out for good?' }).waitFor();
      await main(page).getByRole('link', { name: 'Stay logged in' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await main(page).getByRole('button', { name: lose }).click();
      await page.getByRole('link', { name: 'Login' }).first().waitFor();
    },
    { javaScriptEnabled: false },
  );
});

test('a description is removed by its checkbox and not by an empty field', async () => {
  await inBrowser('/register', async (page) => {
    await register(page, guildhall.origin, 'few-words');
    const edit = async (fill: () => Promise<unknown>) => {
      await page.goto(`${guildhall.origin}/profile/edit`);
      await waitForHydration(page);
      await fill();
      await button(page, 'Save changes').click();
      await main(page).getByText('Profile updated successfully!').waitFor();
      await page.reload();
    };
    const description = field(page, 'Description');
    const remove = main(page).getByRole('checkbox', { name: 'Remove description' });
    expect(await remove.count()).toBe(0);
    await edit(() => description.fill('I like puzzles.'));
    await edit(() => description.fill(''));
    expect(await description.inputValue()).toBe('I like puzzles.');
    await edit(async () => {
      await remove.check();
      expect(await description.isDisabled()).toBe(true);
    });
    expect(await description.inputValue()).toBe('');
    expect(await remove.count()).toBe(0);
  });
});

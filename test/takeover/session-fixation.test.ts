import { describe, expect, test } from 'vitest';
import { useDatabase } from '../fixtures/database.ts';
import { addPasskeyOnWeb, signChallenge } from '../fixtures/passkeys.ts';
import { generateRegistration } from '../fixtures/registration-form.ts';
import { createPerson, signOnOnWeb } from '../fixtures/sign-on.ts';
import { useSignOnVictims } from '../fixtures/sign-on-victims.ts';
import {
  type Browser,
  copyBrowser,
  createVictim,
  enterPassword,
  isLoggedInAs,
  readToken,
  setUpApp,
  type Victim,
} from '../fixtures/takeover.ts';
import { codePeriodMs } from '../fixtures/two-factor.ts';

// A stranger puts a cookie into the browser of a player, or has copied one from it. The login there must begin
// a session whose cookie the stranger does not have.

const database = useDatabase();
const site = useSignOnVictims(database);

/** What a stranger can plant: the cookie of an own session, of a guest, or one that the stranger made up. */
const planted: Record<string, (stranger: Browser) => Promise<void>> = {
  'of the stranger’s own account': async (stranger) => {
    const { username, password, ...account } = generateRegistration();
    await stranger.post('/register', { username, password, ...account });
    await stranger.post('/login', { username, password });
  },
  'of a guest': async (stranger) => {
    await stranger.post('/guest', {});
  },
  'that does not exist': async (stranger) => {
    stranger.cookie = 'a'.repeat(43);
  },
};

/** Prepares the account of the victim. The result logs in with another browser of the victim. */
const logins: Record<string, (victim: Victim) => Promise<(browser: Browser) => Promise<unknown>>> =
  {
    'the password': async ({ person: { username, password } }) => {
      return (browser) => browser.post('/login', { username, password });
    },
    'the password and a code': async (victim) => {
      const { showCode } = await setUpApp(victim);
      return async (browser) => {
        await enterPassword(victim, browser);
        await browser.post('/login/factor', { code: showCode(1) });
      };
    },
    'the password and a recovery code': async (victim) => {
      const { recoveryCodes } = await setUpApp(victim);
      return async (browser) => {
        await enterPassword(victim, browser);
        await browser.post('/login/factor', { code: recoveryCodes[0] ?? '' });
      };
    },
    'the password and a passkey': async (victim) => {
      const authenticator = await addPasskeyOnWeb(victim.visitor);
      await setUpApp(victim);
      return async (browser) => {
        await enterPassword(victim, browser);
        const credential = await signChallenge(browser, authenticator, 'factor');
        await browser.post('/login/factor', { intent: 'passkey', credential });
      };
    },
    'a passkey': async ({ visitor }) => {
      const authenticator = await addPasskeyOnWeb(visitor);
      return async (browser) => {
        const credential = await signChallenge(browser, authenticator, 'login');
        await browser.post('/login', { intent: 'passkey', credential });
      };
    },
    'single sign-on': async ({ visitor }) => {
      const { person } = createPerson(site.server);
      const link = { purpose: 'link', next: '/settings/security/sign-on' };
      await signOnOnWeb(site.server, visitor, person, link);
      return (browser) => signOnOnWeb(site.server, browser, person);
    },
  };

describe.each(Object.entries(logins))('a planted cookie before a login with %s', (_, prepare) => {
  test.each(Object.entries(planted))(
    'is worth nothing afterwards: one %s',
    async (_name, plant) => {
      const victim = await site.createSignOnVictim();
      const { web, person } = victim;
      const logIn = await prepare(victim);
      const stranger = web.visit();
      await plant(stranger);
      const browser = copyBrowser(victim, stranger);
      await logIn(browser);
      expect(await isLoggedInAs(browser, person.username)).toBe(true);
      expect(browser.cookie).not.toBe(stranger.cookie);
      expect(await isLoggedInAs(stranger, person.username)).toBe(false);
      // The session that the browser came with has ended, the stranger's too.
      expect((await stranger.get('/settings')).headers.get('Location')).toContain('/login');
    },
  );
});

describe('a copied cookie', () => {
  test('of a guest is worth nothing when the guest registers or signs on', async () => {
    const victim = await site.createSignOnVictim();
    const register = async (browser: Browser) => {
      const account = generateRegistration();
      await browser.post('/register', account);
      await browser.post('/login', { username: account.username, password: account.password });
      return account.username;
    };
    const signOn = async (browser: Browser) => {
      const { person } = createPerson(site.server);
      const username = String(person.preferred_username);
      await signOnOnWeb(site.server, browser, person);
      await browser.post('/login/sign-on/username', { username });
      return username;
    };
    for (const becomePlayer of [register, signOn]) {
      const browser = victim.web.visit();
      await browser.post('/guest', {});
      const stranger = copyBrowser(victim, browser);
      const username = await becomePlayer(browser);
      expect(await isLoggedInAs(browser, username)).toBe(true);
      expect(await isLoggedInAs(stranger, username)).toBe(false);
      expect((await stranger.get('/settings')).headers.get('Location')).toContain('/login');
    }
  });

  test('is worth nothing after a new password, typed or by mail', async () => {
    const victim = await createVictim(database.db);
    const { web, person, visitor } = victim;
    const stranger = copyBrowser(victim, visitor);
    await visitor.post('/settings/account/password', {
      currentPassword: person.password,
      password: 'battery staple',
    });
    expect(await isLoggedInAs(visitor, person.username)).toBe(true);
    expect(await isLoggedInAs(stranger, person.username)).toBe(false);
    stranger.cookie = visitor.cookie;
    await web.visit().post('/forgot-password', { email: person.email });
    const token = await readToken(victim, person.email);
    await web.visit().post('/reset-password', { token, password: 'correct horse' });
    expect(await isLoggedInAs(stranger, person.username)).toBe(false);
  });

  test('of a login that waits for its code is worth nothing when the owner has completed it', async () => {
    const victim = await createVictim(database.db);
    const { showCode } = await setUpApp(victim);
    const stranger = await enterPassword(victim, victim.web.visit());
    // The owner types the code into a browser with the login of the stranger.
    const browser = copyBrowser(victim, stranger);
    await browser.post('/login/factor', { code: showCode(1) });
    expect(await isLoggedInAs(browser, victim.person.username)).toBe(true);
    // Also with a code that nobody has used.
    victim.clock.advance(codePeriodMs);
    expect((await stranger.post('/login/factor', { code: showCode(1) })).status).toBe(401);
    expect(stranger.cookie).toBeNull();
  });
});

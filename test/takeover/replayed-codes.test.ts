import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { recoveryCodes as codesTable, sessions, users } from '#database/schema.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '../fixtures/database.ts';
import { addPasskeyOnWeb, signChallenge } from '../fixtures/passkeys.ts';
import {
  type Browser,
  copyBrowser,
  createVictim,
  enterPassword,
  isLoggedInAs,
  setUpApp,
  type Victim,
} from '../fixtures/takeover.ts';

// A stranger who knows the password has also seen a code, or a signature, that the owner uses. It works once,
// whatever it is used for, and also when owner and stranger send it at the same moment.

const database = useDatabase({ max: 20 });

const copies = 6;
const repeat = <T>(create: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: copies }, (_, index) => create(index)));

/** The statuses of answers of which one leads on and the others are refused with `status`. */
const oneOf = (status: number) => [302, ...Array(copies - 1).fill(status)];
const statusesOf = (answers: Response[]) => answers.map(({ status }) => status).toSorted();

/** Browsers that have each entered the password of the victim. */
const enterPasswords = (victim: Victim) => repeat(() => enterPassword(victim, victim.web.visit()));
const countLogins = (browsers: Browser[]) =>
  browsers.filter(({ cookie }) => cookie !== null).length;

async function findId({ person }: Victim): Promise<string> {
  const [account] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.displayUsername, person.username));
  return account?.id ?? '';
}

async function countUnusedCodes(victim: Victim): Promise<number> {
  const isOwn = eq(codesTable.userId, await findId(victim));
  return database.db.$count(codesTable, and(isOwn, isNull(codesTable.usedAt)));
}

/** Whether the browser's session has proved in the last ten minutes who its owner is. */
const hasProof = async (browser: Browser) =>
  (await browser.get('/settings/account/email')).status === 200;

/** A victim with an app, whose proof is too old by now. */
async function createVictimWithApp() {
  const victim = await createVictim(database.db);
  const app = await setUpApp(victim);
  victim.clock.advance(proofConstants.freshMs);
  expect(await hasProof(victim.visitor)).toBe(false);
  return { ...victim, ...app };
}

describe.each(['app', 'list of recovery codes'])('a code of the %s', (source) => {
  async function createVictimWithCode() {
    const victim = await createVictimWithApp();
    const { showCode, recoveryCodes } = victim;
    return { ...victim, code: source === 'app' ? showCode() : (recoveryCodes[0] ?? '') };
  }

  test('lets in one of several browsers that send it at the same moment, and nobody later', async () => {
    const victim = await createVictimWithCode();
    const { code, web } = victim;
    const browsers = await enterPasswords(victim);
    const answers = await Promise.all(browsers.map((one) => one.post('/login/factor', { code })));
    expect(statusesOf(answers)).toEqual(oneOf(401));
    expect(countLogins(browsers)).toBe(1);
    const late = await enterPassword(victim, web.visit());
    expect((await late.post('/login/factor', { code })).status).toBe(401);
    expect(late.cookie).toBeNull();
  });

  test('is a proof or a login, when both are sent at the same moment', async () => {
    const victim = await createVictimWithCode();
    const { code, person, visitor } = victim;
    const browsers = await enterPasswords(victim);
    await Promise.all([
      ...browsers.map((one) => one.post('/login/factor', { code })),
      visitor.post('/settings/proof', { password: person.password, code }),
    ]);
    expect(countLogins(browsers) + Number(await hasProof(visitor))).toBe(1);
  });

  test('that was a proof is no login, and the other way round', async () => {
    const proven = await createVictimWithCode();
    const { password } = proven.person;
    await proven.visitor.post('/settings/proof', { password, code: proven.code });
    expect(await hasProof(proven.visitor)).toBe(true);
    const stranger = await enterPassword(proven, proven.web.visit());
    expect((await stranger.post('/login/factor', { code: proven.code })).status).toBe(401);
    expect(stranger.cookie).toBeNull();

    const loggedIn = await createVictimWithCode();
    const { code, person, visitor } = loggedIn;
    const owner = await enterPassword(loggedIn, loggedIn.web.visit());
    await owner.post('/login/factor', { code });
    expect(await isLoggedInAs(owner, person.username)).toBe(true);
    // The stranger has a copy of an earlier session.
    const proof = { password: person.password, code };
    expect((await visitor.post('/settings/proof', proof)).status).toBe(401);
    expect(await hasProof(visitor)).toBe(false);
  });
});

describe('a login that waits for its code', () => {
  test('is completed once, by copies that send other codes at the same moment', async () => {
    const victim = await createVictimWithApp();
    const { recoveryCodes, web } = victim;
    const first = await enterPassword(victim, web.visit());
    const browsers = await repeat(async () => copyBrowser(victim, first));
    const before = await database.db.$count(sessions, eq(sessions.userId, await findId(victim)));
    const answers = await Promise.all(
      browsers.map((one, index) => one.post('/login/factor', { code: recoveryCodes[index] ?? '' })),
    );
    expect(countLogins(browsers)).toBe(1);
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(await database.db.$count(sessions, eq(sessions.userId, await findId(victim)))).toBe(
      before + 1,
    );
    // What was refused used up no code.
    expect(await countUnusedCodes(victim)).toBe(recoveryCodes.length - 1);
  });
});

describe('a signature of a passkey', () => {
  async function createVictimWithPasskey() {
    const victim = await createVictim(database.db);
    const authenticator = await addPasskeyOnWeb(victim.visitor);
    victim.clock.advance(proofConstants.freshMs);
    return { ...victim, authenticator };
  }

  test('lets in one of several browsers that send it at the same moment, and nobody later', async () => {
    const victim = await createVictimWithPasskey();
    const owner = victim.web.visit();
    const credential = await signChallenge(owner, victim.authenticator, 'login');
    const browsers = await repeat(async () => copyBrowser(victim, owner));
    const form = { intent: 'passkey', credential };
    const answers = await Promise.all(browsers.map((one) => one.post('/login', form)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(countLogins(browsers)).toBe(1);
    const late = copyBrowser(victim, owner);
    expect((await late.post('/login', form)).status).toBe(401);
    expect(late.cookie).toBeNull();
  });

  test('is a proof or a login, as it was asked for', async () => {
    const victim = await createVictimWithPasskey();
    const { authenticator, visitor, web } = victim;
    const proof = await signChallenge(visitor, authenticator, 'proof');
    // The stranger has copied the challenge too, but not the session.
    const stranger = web.visit();
    stranger.plant(visitor.otherCookies);
    const form = { intent: 'passkey', credential: proof };
    expect((await stranger.post('/login', form)).status).toBe(401);
    expect(stranger.cookie).toBeNull();
    expect((await visitor.post('/settings/proof', form)).status).toBe(302);
    expect(await hasProof(visitor)).toBe(true);

    // The stranger has copied the session, and the signature of a login elsewhere.
    victim.clock.advance(proofConstants.freshMs);
    const owner = web.visit();
    const login = await signChallenge(owner, authenticator, 'login');
    const copied = copyBrowser(victim, visitor);
    copied.plant(owner.otherCookies);
    const answer = await copied.post('/settings/proof', { intent: 'passkey', credential: login });
    expect(answer.status).toBe(401);
    expect(await hasProof(copied)).toBe(false);
    expect((await owner.post('/login', { intent: 'passkey', credential: login })).status).toBe(302);
  });
});

test('a signed cookie of another use is neither a login that waits for its code nor a session', async () => {
  const victim = await createVictimWithApp();
  const { web, visitor, showCode } = victim;
  const owner = await enterPassword(victim, web.visit());
  const pending = owner.otherCookies.get('guildhall_login') ?? '';
  await owner.post('/login/challenge', { purpose: 'login' });
  const challenge = owner.otherCookies.get('guildhall_passkey') ?? '';
  expect([pending, challenge]).not.toContain('');
  for (const value of [challenge, visitor.cookie ?? '']) {
    const stranger = web.visit();
    stranger.plant(new Map([['guildhall_login', value]]));
    const answer = await stranger.post('/login/factor', { code: showCode() });
    expect([answer.status, stranger.cookie]).toEqual([401, null]);
  }
  for (const value of [challenge, pending]) {
    const stranger = web.visit();
    stranger.cookie = value;
    expect(await isLoggedInAs(stranger, victim.person.username)).toBe(false);
  }
  // The code was not used up.
  await owner.post('/login/factor', { code: showCode() });
  expect(await isLoggedInAs(owner, victim.person.username)).toBe(true);
});

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  apiKeys,
  appeals,
  loginIds,
  passkeys,
  pushSubscriptions,
  sessions,
  signOnIdentities,
} from '#database/schema.ts';
import { preparePushKeys } from '#domain/notifications/push/push-keys.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { withNightly } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createFullAccount } from '#test/fixtures/full-account.ts';
import { watchTables } from '#test/fixtures/recorded-changes.ts';
import { longText } from '#test/fixtures/rejected-forms.ts';
import {
  type SettingsForm,
  type SettingsIds,
  settingsForms,
} from '#test/fixtures/settings-forms.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createSignOn } from '#test/fixtures/sign-on.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

const database = useDatabase({ recordsChanges: true });

beforeAll(() => preparePushKeys(createTestWeb().ctx));

/** The application with mail and single sign-on, whose provider is never asked here. */
function createTestWeb() {
  const signOn = createSignOn({ issuer: 'https://id.example/' });
  const web = createWeb(database.db, { accounts: { signOn } });
  web.ctx.accounts.mailer = { ...web.ctx.accounts.mailer, canDeliver: true };
  return web;
}

/** A player who has something in every section of the settings, logged in with a fresh proof. */
async function createOwner() {
  const web = createTestWeb();
  const { player } = await createFullAccount(database.db);
  const browser = await createSignedInVisitor(web, player.id);
  const { db } = database;
  const [[session], [key], [login], [passkey], [identity], [subscription], [appeal]] =
    await Promise.all([
      db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, player.id)),
      db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.accountId, player.id)),
      db.select({ id: loginIds.id }).from(loginIds).where(eq(loginIds.accountId, player.id)),
      db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, player.id)),
      db
        .select({ id: signOnIdentities.id })
        .from(signOnIdentities)
        .where(eq(signOnIdentities.userId, player.id)),
      db
        .select({ id: pushSubscriptions.id })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, player.id)),
      db.select({ logId: appeals.logId }).from(appeals).where(eq(appeals.userId, player.id)),
    ]);
  return {
    web,
    browser,
    username: player.username,
    sessionId: session?.id ?? '',
    keyId: key?.id ?? '',
    loginIdId: login?.id ?? '',
    passkey: passkey?.id ?? '',
    identity: identity?.id ?? '',
    subscriptionId: subscription?.id ?? '',
    actId: appeal?.logId ?? '',
  };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

const rows = Object.entries(settingsForms).map(([name, form]) => ({ name, ...form }));

const pathOf = ({ path }: Pick<SettingsForm, 'path'>, ids: SettingsIds) =>
  typeof path === 'string' ? path : path(ids);

/** An owner who shows which forms have ids. */
const ownerOfIds = {
  username: 'ada',
  sessionId: 'an id',
  keyId: 'an id',
  loginIdId: 'an id',
  passkey: 'an id',
  identity: 'an id',
  subscriptionId: 'an id',
  actId: 'an id',
} satisfies SettingsIds;

/** What a browser sends with a form of another site. */
const foreignHeaders: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'http://localhost:3000.evil.example' },
  { Origin: 'null' },
  { Origin: '', 'Sec-Fetch-Site': 'cross-site' },
];

let owner: Owner;

/** Sends a form as `sender`, once with each of the headers: it has one of the statuses and changes nothing. */
async function expectNoChange(
  form: SettingsForm,
  sender: Owner['browser'],
  statuses: number[],
  allHeaders: Record<string, string>[] = [{}],
): Promise<void> {
  const changed = await watchTables(database.db, async () => {
    for (const headers of allHeaders) {
      const { status } = await sender.post(pathOf(form, owner), form.fields(owner), headers);
      expect([headers, statuses.includes(status) || status]).toEqual([headers, true]);
    }
  });
  expect(changed).toEqual([]);
}

describe('a form that another site sends', () => {
  beforeAll(async () => {
    owner = await createOwner();
  });

  it.each(rows)('changes nothing: $name', async (form) => {
    await expectNoChange(form, owner.browser, [403], foreignHeaders);
  });
});

describe('a form that its owner sends', () => {
  it.each(rows.filter(({ refused }) => !refused))('works: $name', async (form) => {
    owner = await createOwner();
    const changed = await watchTables(database.db, async () => {
      const { status } = await owner.browser.post(pathOf(form, owner), form.fields(owner));
      expect(status).toBeLessThan(400);
    });
    expect(changed).not.toEqual([]);
  });
});

describe('a form of a copied cookie whose session has ended', () => {
  const thief = { browser: null as Owner['browser'] | null };

  beforeAll(async () => {
    owner = await createOwner();
    thief.browser = owner.web.visit();
    thief.browser.cookie = owner.browser.cookie;
    await owner.browser.post('/logout', {});
  });

  it.each(rows)('changes nothing: $name', async (form) => {
    await expectNoChange(form, thief.browser ?? owner.browser, [302, 401, 403]);
  });
});

describe('a form with a proof that is too old', () => {
  beforeAll(async () => {
    owner = await createOwner();
    owner.web.ctx.testClock.advance(proofConstants.freshMs);
    // Records that the session was used.
    await owner.browser.get('/settings');
  });

  it.each(rows.filter(({ isProven }) => isProven))('changes nothing: $name', async (form) => {
    await expectNoChange(form, owner.browser, [302, 400, 401, 403, 409]);
  });
});

describe('a form of a stranger who knows the ids', () => {
  let stranger: Owner;

  beforeAll(async () => {
    [owner, stranger] = await Promise.all([createOwner(), createOwner()]);
  });

  const withIds = rows.filter((form) =>
    [pathOf(form, ownerOfIds), ...Object.values(form.fields(ownerOfIds))].some((value) =>
      value.includes('an id'),
    ),
  );

  it.each(withIds)('changes nothing: $name', async (form) => {
    await expectNoChange(form, stranger.browser, [200, 403, 404, 409]);
  });
});

const malformed = [longText, '\u0000', '[object Object]', "' or 1=1 --"];

describe('a form with malformed fields', () => {
  it.each(rows)('is answered without a failure: $name', async ({ path, fields }) => {
    owner = await createOwner();
    const names = Object.keys(fields(owner)).filter((name) => name !== 'intent');
    const allBad = malformed.map((bad) => Object.fromEntries(names.map((name) => [name, bad])));
    // Each field with another malformed value, and in the nightly run with all of them.
    const oneBad = names
      .slice(0, 3)
      .flatMap((name, index) =>
        withNightly(malformed.slice(index, index + 1), malformed.toSpliced(index, 1)).map(
          (bad) => ({ [name]: bad }),
        ),
      );
    for (const changed of [...allBad, ...oneBad]) {
      const { status } = await owner.browser.post(pathOf({ path }, owner), {
        ...fields(owner),
        ...changed,
      });
      expect([changed, status < 500]).toEqual([changed, true]);
    }
  });
});

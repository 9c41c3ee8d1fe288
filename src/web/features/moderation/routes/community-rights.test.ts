import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '#database/client.ts';
import { friendRequests, notices, profileComments } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import {
  accountStates,
  part,
  readRights,
  type Standing,
  signInAs,
} from '#test/fixtures/account-states.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { changedTables, databaseState } from '#test/fixtures/database-state.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { signedIn } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web.ts';

/**
 * Every form of the community, by who sends it. `login` and `home` are where who has no business there
 * is sent: to /login and to /profile; `done` is what was wanted; `same` is accepted, and there is
 * nothing to change; everything else is the refusal. Whatever is not `done` changes nothing.
 */
const rights = `
  act                          | changes                                   | visitor | guest  | self      | stranger  | friend  | former friend | blocked     | blocking    | logged out
  ask to be friends            | friend_requests                           | login   | guest  | self      | done      | friends | done          | unreachable | unreachable | login
  ask who has asked            | friendships friend_requests notices       | login   | guest  | self      | done      | friends | done          | unreachable | unreachable | login
  accept                       | friendships friend_requests notices       | login   | guest  | gone      | done      | friends | done          | gone        | gone        | login
  accept what nobody asked     |                                           | login   | guest  | gone      | gone      | friends | gone          | gone        | gone        | login
  decline                      | friend_requests                           | login   | guest  | gone      | done      | gone    | done          | gone        | gone        | login
  take a request back          | friend_requests                           | login   | guest  | gone      | done      | friends | done          | gone        | gone        | login
  remove                       | friendships                               | login   | guest  | strangers | strangers | done    | strangers     | strangers   | strangers   | login
  block                        | blocks friendships friend_requests        | login   | guest  | block     | done      | done    | done          | done        | same        | login
  unblock                      | blocks                                    | login   | guest  | same      | same      | same    | same          | same        | done        | login
  comment on their profile     | profile_comments notices idempotency_keys | login   | guest  | done      | done      | done    | done          | unreachable | done        | login
  delete the own comment there | profile_comments                          | login   | lost   | done      | done      | done    | done          | done        | done        | login
  delete one of another there  | profile_comments                          | login   | lost   | done      | lost      | lost    | lost          | lost        | lost        | login
  delete theirs on the own     | profile_comments                          | login   | done   | done      | done      | done    | done          | done        | done        | login
  delete one as a moderator    |                                           | login   | mods   | mods      | mods      | mods    | mods          | mods        | mods        | login
  mark their notice as read    | notices                                   | login   | same   | done      | same      | same    | same          | same        | same        | login
  mark all notices as read     | notices                                   | login   | done   | done      | done      | done    | done          | done        | done        | login
  mute a kind of notices       | muted_notices                             | login   | done   | done      | done      | done    | done          | done        | done        | login
  say something                | messages conversations                    | login   | home   | home      | home      | done    | home          | home        | home        | login
  say it as them               |                                           | login   | home   | home      | home      | home    | home          | home        | home        | login
  say it as another            |                                           | login   | home   | home      | home      | home    | home          | home        | home        | login
  say it among others          | messages conversations                    | login   | home   | done      | home      | home    | home          | home        | home        | login
  suspend                      |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
  restore                      |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
  make a moderator             |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
  make a player                |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
`;

const short = {
  guest: 'guest-not-allowed',
  self: 'friend-self',
  block: 'block-self',
  friends: 'already-friends',
  strangers: 'not-friends',
  gone: 'request-gone',
  unreachable: 'not-reachable',
  lost: 'comment-gone',
  mods: 'moderators-only',
  hidden: 'not-found',
};

const database = useDatabase();

interface Scene {
  db: Database;
  standing: Standing;
  /** Who acts; of a visitor, somebody whom it claims to be. */
  me: Actor;
  them: Actor;
  /** A friend of theirs, unknown to who acts. */
  third: Actor;
}

interface Form {
  path: string;
  fields: Record<string, string>;
}

type Write = (scene: Scene) => Form | Promise<Form>;

const reason = 'because of the rules';

const friend =
  (intent: string, asked?: 'them' | 'me'): Write =>
  async ({ db, standing, me, them }) => {
    if (asked && (standing === 'stranger' || standing === 'former friend')) {
      const [senderId, targetId] = asked === 'them' ? [them.id, me.id] : [me.id, them.id];
      await db.insert(friendRequests).values({ senderId, targetId, askedAt: new Date() });
    }
    return { path: `/profile/${them.username}/friend`, fields: { intent } };
  };

async function comment(db: Database, author: Actor, owner: Actor): Promise<string> {
  const [made] = await db
    .insert(profileComments)
    .values({
      profileId: owner.id,
      authorId: author.id,
      text: 'Well played',
      createdAt: new Date(),
    })
    .returning({ id: profileComments.id });
  return made?.id ?? '';
}

const deleting = (path: string, commentId: string, more = {}): Form => ({
  path,
  fields: { intent: 'delete-comment', commentId, ...more },
});

async function notice(db: Database, { id: userId }: Actor, actor: Actor): Promise<string> {
  const [made] = await db
    .insert(notices)
    .values({ userId, actorId: actor.id, kind: 'request-accepted', at: new Date() })
    .returning({ id: notices.id });
  return made?.id ?? '';
}

const say = (from: Actor, to: Actor): Form => ({
  path: `/chat/${from.username}/${to.username}`,
  fields: { id: randomUUID(), text: 'Hello' },
});

const moderate =
  (intent: string): Write =>
  ({ them }) => ({
    path: `/profile/${them.username}/moderation`,
    fields: { intent, reason, days: '7' },
  });

const acts = {
  'ask to be friends': friend('add'),
  'ask who has asked': friend('add', 'them'),
  accept: friend('accept', 'them'),
  'accept what nobody asked': friend('accept'),
  decline: friend('decline', 'them'),
  'take a request back': friend('cancel', 'me'),
  remove: friend('remove'),
  block: friend('block'),
  unblock: friend('unblock'),
  'comment on their profile': ({ them }) => ({
    path: `/profile/${them.username}`,
    fields: { text: 'Well played', key: randomUUID() },
  }),
  'delete the own comment there': async ({ db, standing, me, them }) => {
    // A guest has none.
    const id = standing === 'guest' ? randomUUID() : await comment(db, me, them);
    return deleting(`/profile/${them.username}`, id);
  },
  'delete one of another there': async ({ db, them, third }) =>
    deleting(`/profile/${them.username}`, await comment(db, third, them)),
  'delete theirs on the own': async ({ db, me, them }) =>
    deleting('/profile', await comment(db, them, me)),
  'delete one as a moderator': async ({ db, them, third }) =>
    deleting(`/profile/${them.username}`, await comment(db, third, them), { reason }),
  'mark their notice as read': async ({ db, them, third }) => ({
    path: '/profile/notification',
    fields: { intent: 'seen', shown: `${await notice(db, them, third)}:1` },
  }),
  'mark all notices as read': async ({ db, me, third }) => {
    await notice(db, me, third);
    return { path: '/profile/notification', fields: { intent: 'read-all' } };
  },
  'mute a kind of notices': () => ({
    path: '/profile/notification',
    fields: { intent: 'switch', kind: 'profile-comment', wanted: 'no' },
  }),
  'say something': ({ me, them }) => say(me, them),
  'say it as them': ({ me, them }) => say(them, me),
  'say it as another': ({ them, third }) => say(third, them),
  'say it among others': ({ them, third }) => say(them, third),
  suspend: moderate('suspend'),
  restore: moderate('restore'),
  'make a moderator': moderate('make-moderator'),
  'make a player': moderate('make-player'),
} satisfies Record<string, Write>;

/** Somebody who stands so to another player, with a browser. */
async function createScene(standing: Standing) {
  const { db } = database;
  const web = createWeb(db);
  const [them, third] = [await createPlayer(db), await createPlayer(db)];
  await befriend(db, them.id, third.id);
  const role = standing === 'guest' ? 'guest' : 'player';
  const me = standing === 'self' ? them : await createPlayer(db, { role });
  await signInAs(db, standing, me, them);
  await part(web.ctx, standing, me, them);
  const browser = standing === 'visitor' ? web.visit() : await signedIn(web, me.id);
  if (standing === 'logged out') {
    const { cookie } = browser;
    await browser.post('/logout', {});
    browser.cookie = cookie;
  }
  return { web, browser, scene: { db, standing, me, them, third } };
}

/** What the answer to a page's script says. */
async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  const to = /"redirect","([^"]+)"/.exec(text)?.[1];
  if (to?.startsWith('/login?')) return 'login';
  if (to === '/profile') return 'home';
  const code = /"code","([^"]+)"/.exec(text)?.[1];
  return code ?? (response.ok ? 'done' : String(response.status));
}

describe.each(readRights(rights, acts, short))('to $act', ({ act, changes, cells }) => {
  test.each(accountStates)('as %s', async (standing) => {
    const { web, browser, scene } = await createScene(standing);
    const { path, fields } = await acts[act](scene);
    const before = await databaseState(database.db);
    const cookie = browser.cookie;
    const outcome = await outcomeOf(await browser.post(`${path}.data`, fields));
    const wanted = cells[standing];
    expect(outcome).toBe(wanted === 'same' ? 'done' : wanted);
    if (wanted !== 'done') {
      // As the browser itself sends it.
      browser.cookie = cookie;
      await browser.post(path, fields, { Accept: 'text/html' });
    }
    await web.ctx.notifier.flush();
    const changed = changedTables(before, await databaseState(database.db));
    if (wanted !== 'done') expect(changed).toEqual([]);
    else {
      expect(changed).toContain(changes[0]);
      expect(changes).toEqual(expect.arrayContaining(changed));
    }
  });
});

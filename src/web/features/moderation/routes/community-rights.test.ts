import { randomUUID } from 'node:crypto';
import type { Database } from '#database/client.ts';
import { friendRequests, notifications, profileComments } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { openTestConversation } from '#test/fixtures/account-states.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createActorCtx } from '#test/fixtures/market.ts';
import {
  type CreateForm,
  describePermissions,
  type Form,
} from '#test/fixtures/permission-tests.ts';
import { createOfferableCard, offerCard } from '#test/fixtures/trades.ts';

/**
 * The expected result of every form of the community, by account, see `describePermissions`.
 */
const rights = `
  action                       | changes                                   | visitor | guest  | self      | stranger  | friend  | former friend | blocked     | blocking    | logged out
  send a request               | friend_requests                           | login   | guest  | self      | done      | friends | done          | unreachable | unreachable | login
  request a requester          | friendships friend_requests notifications       | login   | guest  | self      | done      | friends | done          | unreachable | unreachable | login
  accept                       | friendships friend_requests notifications       | login   | guest  | gone      | done      | friends | done          | gone        | gone        | login
  accept a missing request     |                                           | login   | guest  | gone      | gone      | friends | gone          | gone        | gone        | login
  decline                      | friend_requests                           | login   | guest  | gone      | done      | gone    | done          | gone        | gone        | login
  cancel a request             | friend_requests                           | login   | guest  | gone      | done      | friends | done          | gone        | gone        | login
  remove                       | friendships                               | login   | guest  | strangers | strangers | done    | strangers     | strangers   | strangers   | login
  block                        | blocks friendships friend_requests        | login   | guest  | block     | done      | done    | done          | done        | same        | login
  unblock                      | blocks                                    | login   | guest  | same      | same      | same    | same          | same        | done        | login
  comment on a profile         | profile_comments notifications idempotency_keys | login   | guest  | done      | done      | done    | done          | unreachable | done        | login
  delete the own comment       | profile_comments                          | login   | lost   | done      | done      | done    | done          | done        | done        | login
  delete another’s comment     | profile_comments                          | login   | lost   | done      | lost      | lost    | lost          | lost        | lost        | login
  delete one on the own page   | profile_comments                          | login   | done   | done      | done      | done    | done          | done        | done        | login
  delete with a reason         |                                           | login   | mods   | mods      | mods      | mods    | mods          | mods        | mods        | login
  read another’s notification  | notifications                                   | login   | same   | done      | same      | same    | same          | same        | same        | login
  read all notifications       | notifications                                   | login   | done   | done      | done      | done    | done          | done        | done        | login
  mute notifications           | muted_notifications                             | login   | done   | done      | done      | done    | done          | done        | done        | login
  send a message               | messages conversations                    | login   | home   | home      | home      | done    | home          | home        | home        | login
  send as the friend           |                                           | login   | home   | home      | home      | home    | home          | home        | home        | login
  send as a third player       |                                           | login   | home   | home      | home      | home    | home          | home        | home        | login
  send from friend to third    | messages conversations                    | login   | home   | done      | home      | home    | home          | home        | home        | login
  offer a trade                | trade_offers trade_offer_cards messages conversations notifications idempotency_keys | login | guest | strangers | strangers | done | strangers | strangers | strangers | login
  answer another’s trade       | trade_offers trade_offer_cards messages conversations notifications idempotency_keys | login | guest | done | none | none | none | none | none | login
  accept another’s trade       | trade_offers cards traded_cards trading_pair_days pending_set_checks notifications idempotency_keys | login | guest | done | none | none | none | none | none | login
  accept one in the chat       | trade_offers cards traded_cards trading_pair_days pending_set_checks notifications idempotency_keys | login | guest | done | none | none | none | none | none | login
  decline another’s trade      | trade_offers notifications idempotency_keys | login | guest | done | none | none | none | none | none | login
  withdraw another’s trade     | trade_offers idempotency_keys | login | guest | done | none | none | none | none | none | login
  suspend                      |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
  restore                      |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
  make a moderator             |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
  make a player                |                                           | login   | hidden | hidden    | hidden    | hidden  | hidden        | hidden      | hidden      | login
`;

const errorCodes = {
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
  none: 'offer-not-found',
};

const database = useDatabase({ recordsChanges: true });

const reason = 'because of the rules';

const friendForm =
  (intent: string, requestBy?: 'them' | 'me'): CreateForm =>
  async ({ db, accountState, me, them }) => {
    if (requestBy && (accountState === 'stranger' || accountState === 'former friend')) {
      const [senderId, targetId] = requestBy === 'them' ? [them.id, me.id] : [me.id, them.id];
      await db.insert(friendRequests).values({ senderId, targetId, askedAt: new Date() });
    }
    return { path: `/profile/${them.username}/friend`, fields: { intent } };
  };

async function createComment(db: Database, author: Actor, owner: Actor): Promise<string> {
  const [created] = await db
    .insert(profileComments)
    .values({
      profileId: owner.id,
      authorId: author.id,
      text: 'Well played',
      createdAt: new Date(),
    })
    .returning({ id: profileComments.id });
  return created?.id ?? '';
}

const deletionForm = (path: string, commentId: string, more = {}): Form => ({
  path,
  fields: { intent: 'delete-comment', commentId, ...more },
});

async function createNotification(
  db: Database,
  { id: userId }: Actor,
  actor: Actor,
): Promise<string> {
  const [created] = await db
    .insert(notifications)
    .values({ userId, actorId: actor.id, kind: 'request-accepted', at: new Date() })
    .returning({ id: notifications.id });
  return created?.id ?? '';
}

const messageForm = (from: Actor, to: Actor): Form => ({
  path: `/chat/${from.username}/${to.username}`,
  fields: { id: randomUUID(), text: 'Hello' },
});

const tradesPath = '/community/market/trades';

/** An answer to an offer of two other players; as `self` the actor is the one who may answer it so. */
const answerForm =
  (intent: 'accept' | 'decline' | 'withdraw', inChat = false): CreateForm =>
  async ({ db, accountState, me, them, third }) => {
    const pair: [Actor, Actor] = intent === 'withdraw' ? [them, third] : [third, them];
    const offerId = await offerCard(db, ...pair);
    // The page of the chat creates the conversation of friends.
    if (accountState === 'friend') await openTestConversation(createActorCtx(db, me), me, them);
    const path = inChat ? `/chat/${me.username}/${them.username}` : `${tradesPath}/${offerId}`;
    return { path, fields: { intent, offerId, key: randomUUID() } };
  };

const moderationForm =
  (intent: string): CreateForm =>
  ({ them }) => ({
    path: `/profile/${them.username}/moderation`,
    fields: { intent, reason, days: '7' },
  });

const forms = {
  'send a request': friendForm('add'),
  'request a requester': friendForm('add', 'them'),
  accept: friendForm('accept', 'them'),
  'accept a missing request': friendForm('accept'),
  decline: friendForm('decline', 'them'),
  'cancel a request': friendForm('cancel', 'me'),
  remove: friendForm('remove'),
  block: friendForm('block'),
  unblock: friendForm('unblock'),
  'comment on a profile': ({ them }) => ({
    path: `/profile/${them.username}`,
    fields: { text: 'Well played', key: randomUUID() },
  }),
  'delete the own comment': async ({ db, accountState, me, them }) => {
    // A guest has no comments.
    const id = accountState === 'guest' ? randomUUID() : await createComment(db, me, them);
    return deletionForm(`/profile/${them.username}`, id);
  },
  'delete another’s comment': async ({ db, them, third }) =>
    deletionForm(`/profile/${them.username}`, await createComment(db, third, them)),
  'delete one on the own page': async ({ db, me, them }) =>
    deletionForm('/profile', await createComment(db, them, me)),
  'delete with a reason': async ({ db, them, third }) =>
    deletionForm(`/profile/${them.username}`, await createComment(db, third, them), { reason }),
  'read another’s notification': async ({ db, them, third }) => ({
    path: '/profile/notification',
    fields: { intent: 'seen', shown: `${await createNotification(db, them, third)}:1` },
  }),
  'read all notifications': async ({ db, me, third }) => {
    await createNotification(db, me, third);
    return { path: '/profile/notification', fields: { intent: 'read-all' } };
  },
  'mute notifications': () => ({
    path: '/profile/notification',
    fields: { intent: 'switch', kind: 'profile-comment', wanted: 'no' },
  }),
  'send a message': ({ me, them }) => messageForm(me, them),
  'send as the friend': ({ me, them }) => messageForm(them, me),
  'send as a third player': ({ them, third }) => messageForm(third, them),
  'send from friend to third': ({ them, third }) => messageForm(them, third),
  'offer a trade': async ({ db, me, them }) => ({
    path: `${tradesPath}/new`,
    fields: { with: them.username, give: await createOfferableCard(db, me), key: randomUUID() },
  }),
  'answer another’s trade': async ({ db, me, them, third }) => ({
    path: `${tradesPath}/new`,
    fields: {
      with: third.username,
      answer: await offerCard(db, third, them),
      give: await createOfferableCard(db, me),
      key: randomUUID(),
    },
  }),
  'accept another’s trade': answerForm('accept'),
  'accept one in the chat': answerForm('accept', true),
  'decline another’s trade': answerForm('decline'),
  'withdraw another’s trade': answerForm('withdraw'),
  suspend: moderationForm('suspend'),
  restore: moderationForm('restore'),
  'make a moderator': moderationForm('make-moderator'),
  'make a player': moderationForm('make-player'),
} satisfies Record<string, CreateForm>;

describePermissions(database, { table: rights, forms, errorCodes });

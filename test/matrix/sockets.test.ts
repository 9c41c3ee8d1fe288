import { expect, it, test } from 'vitest';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import { chatEvents } from '#realtime/chat.ts';
import { type Audience, audiences, type PrivateSubject } from '#shared/constants/privacy.ts';
import type { ClientEvents } from '#shared/schemas/socket-events.ts';
import { useDatabase } from '../fixtures/database.ts';
import { befriend } from '../fixtures/friends.ts';
import { collectEvents, useSocketServer } from '../fixtures/sockets.ts';

/**
 * What each event of a client shows its friend of the sender. Only friends have a conversation:
 * `src/realtime/socket-rights.test.ts` has everybody else.
 */
const rows: Record<keyof ClientEvents, PrivateSubject[]> = {
  join: [],
  message: [],
  missed: [],
  typing: ['presence'],
  // Read marks are shown to nobody but their own account.
  read: [],
};

const database = useDatabase();
const startSockets = useSocketServer(database);

test('every event has a row, and every row an event', () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(chatEvents).toSorted());
});

it.each(audiences)('typing is shown to friends as the setting %s says', async (audience) => {
  const { createWebPlayer, ctx } = await startSockets();
  const [owner, friend] = [await createWebPlayer(), await createWebPlayer()];
  await befriend(database.db, owner.actor.id, friend.actor.id);
  const [own, other] = [await owner.open(), await friend.open()];
  const pair = { user1: owner.actor.username, user2: friend.actor.username };
  const joined = await own.emitWithAck('join', pair);
  await other.emitWithAck('join', pair);
  if (!joined.ok) throw new Error(joined.error);
  const { conversationId } = joined;
  const typing = collectEvents(other, 'typing');
  const messages = collectEvents(other, 'message');

  /** How many signs of typing the friend gets before the next message. */
  async function countSigns(): Promise<number> {
    const [signs, received] = [typing.length, messages.length];
    await (own as unknown as { emitWithAck(...args: unknown[]): Promise<unknown> }).emitWithAck(
      'typing',
      { conversationId },
    );
    await own.emitWithAck('message', { conversationId, text: 'Hello' });
    await expect.poll(() => messages.length).toBe(received + 1);
    return typing.length - signs;
  }

  const choose = (presenceVisibility: Audience) =>
    savePrivacy({ ...ctx, actor: owner.actor }, { presenceVisibility });
  expect(await countSigns()).toBe(1);
  // The choice holds for conversations that are open.
  await choose(audience);
  expect(await countSigns()).toBe(audience === 'nobody' ? 0 : 1);
  await choose('everybody');
  expect(await countSigns()).toBe(1);
});

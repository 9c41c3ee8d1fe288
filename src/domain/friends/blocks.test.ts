import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#domain/context.ts';
import type { DomainEvent } from '#domain/events.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../base-context.ts';
import { acceptRequest } from './answer-request.ts';
import { blockPerson, unblockPerson } from './block-person.ts';
import { cancelRequest } from './cancel-request.ts';
import { getRelation } from './get-relation.ts';
import { removeFriend } from './remove-friend.ts';
import { sendRequest } from './send-request.ts';

const database = useDatabase();

let told: DomainEvent[];
let ctx: Ctx;
let ada: Actor;
let bo: Actor;

beforeEach(async () => {
  told = [];
  ctx = createTestCtx(database.db, {
    events: { publish: (event) => void told.push(event) },
  });
  ada = await createPlayer(database.db);
  bo = await createPlayer(database.db);
});

const as = (actor: Actor | null): Ctx => ({ ...ctx, actor });
const state = async (me: Actor | null, other: Actor) => (await getRelation(as(me), other.id)).state;
const ask = (me: Actor | null, other: Actor) => sendRequest(as(me), other);
const changedFor = () =>
  told.flatMap((event) => ('userIds' in event ? [event.userIds.toSorted()] : []));
const both = () => [ada.id, bo.id].toSorted();

async function befriended() {
  await ask(ada, bo);
  await acceptRequest(as(bo), ada);
  told.length = 0;
}

describe('removing a friend', () => {
  test('ends it on both sides, once', async () => {
    await befriended();
    await removeFriend(as(bo), ada);
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['none', 'none']);
    expect(changedFor()).toEqual([both()]);
    await expect(removeFriend(as(ada), bo)).rejects.toMatchObject({ code: 'not-friends' });
  });

  test('touches nobody else', async () => {
    await befriended();
    const eve = await createPlayer(database.db);
    await expect(removeFriend(as(eve), bo)).rejects.toMatchObject({ code: 'not-friends' });
    expect(await state(ada, bo)).toBe('friends');
  });
});

describe('blocking', () => {
  test('ends a friendship and keeps requests away both ways, without saying who did it', async () => {
    await befriended();
    await blockPerson(as(ada), bo);
    await blockPerson(as(ada), bo);
    expect(await getRelation(as(ada), bo.id)).toEqual({
      state: 'none',
      blocked: true,
      reachable: false,
    });
    expect(await getRelation(as(bo), ada.id)).toEqual({
      state: 'none',
      blocked: false,
      reachable: false,
    });
    expect(changedFor()).toEqual([both(), [ada.id]]);
    for (const [me, other] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      await expect(ask(me, other)).rejects.toMatchObject({ code: 'not-reachable' });
      await expect(removeFriend(as(me), other)).rejects.toMatchObject({ code: 'not-friends' });
    }
    await unblockPerson(as(ada), bo);
    expect([await state(ada, bo), await state(bo, ada)]).toEqual(['none', 'none']);
    expect(await ask(bo, ada)).toEqual({ state: 'pending' });
  });

  test('drops requests both ways', async () => {
    await ask(ada, bo);
    await blockPerson(as(bo), ada);
    await expect(acceptRequest(as(bo), ada)).rejects.toMatchObject({ code: 'request-gone' });
    expect(await state(ada, bo)).toBe('none');
    const eve = await createPlayer(database.db);
    await ask(ada, eve);
    await blockPerson(as(ada), eve);
    await expect(acceptRequest(as(eve), ada)).rejects.toMatchObject({ code: 'request-gone' });
  });

  test('by one does not undo the other’s', async () => {
    await blockPerson(as(ada), bo);
    await blockPerson(as(bo), ada);
    await unblockPerson(as(ada), bo);
    await expect(ask(ada, bo)).rejects.toMatchObject({ code: 'not-reachable' });
    expect(await getRelation(as(bo), ada.id)).toMatchObject({ blocked: true });
  });

  test('is not for visitors, guests, or oneself', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    for (const use of [blockPerson, unblockPerson, removeFriend, cancelRequest, acceptRequest]) {
      await expect(use(as(null), bo)).rejects.toMatchObject({ code: 'login-required' });
      await expect(use(as(guest), bo)).rejects.toMatchObject({ code: 'guest-not-allowed' });
    }
    await expect(blockPerson(as(ada), ada)).rejects.toMatchObject({ code: 'block-self' });
  });
});

test('what a visitor, oneself and nobody are', async () => {
  expect(await getRelation(as(null), bo.id)).toEqual({
    state: 'visitor',
    blocked: false,
    reachable: true,
  });
  expect(await getRelation(as(bo), bo.id)).toEqual({
    state: 'self',
    blocked: false,
    reachable: false,
  });
  expect(await getRelation(as(bo), randomUUID())).toMatchObject({
    state: 'none',
    reachable: false,
  });
  const guest = await createPlayer(database.db, { role: 'guest' });
  expect(await getRelation(as(bo), guest.id)).toMatchObject({ state: 'none', reachable: false });
  expect(await getRelation(as(guest), bo.id)).toMatchObject({ state: 'none', reachable: false });
});

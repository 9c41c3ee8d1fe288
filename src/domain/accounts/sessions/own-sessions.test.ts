import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DomainEvent } from '#domain/events.ts';
import { sessionConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { logIn } from './log-in.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';

const database = useDatabase();

async function registerWithEvents() {
  const events: DomainEvent[] = [];
  const player = await registerPlayer(database.db, {
    events: { publish: (event) => void events.push(event) },
  });
  return { ...player, events };
}

test('the own sessions are listed with browser, network and times, the current one first', async () => {
  const { ctx, visitor, person, testClock } = await registerWithEvents();
  testClock.advance(60_000);
  const request = { ...ctx.request, address: '2001:db8:1:2::/64', userAgent: 'another browser' };
  const other = { ...visitor, request };
  await logIn(other, person);
  const now = ctx.clock.now();
  expect(await listOwnSessions(ctx)).toMatchObject([
    { id: ctx.actor.sessionId, userAgent: 'test', network: '192.0.2.0/24', isCurrent: true },
    {
      userAgent: 'another browser',
      network: '2001:db8:1::/48',
      isCurrent: false,
      createdAt: now,
      lastSeenAt: now,
    },
  ]);
  testClock.advance(sessionConstants.lifetimeMs - 60_000);
  expect(await listOwnSessions(ctx)).toHaveLength(1);
});

test('one session can be ended, and its sockets are closed', async () => {
  const { ctx, events, logInAgain } = await registerWithEvents();
  const other = (await logInAgain()).actor.sessionId;
  await endOwnSession(ctx, other);
  expect(await listOwnSessions(ctx)).toMatchObject([{ isCurrent: true }]);
  expect(events).toEqual([{ type: 'sessions-ended', sessionIds: [other] }]);
  await endOwnSession(ctx, other);
  expect(events).toHaveLength(1);
});

test('a session of another player cannot be ended', async () => {
  const [own, other] = [await registerWithEvents(), await registerWithEvents()];
  await endOwnSession(own.ctx, other.ctx.actor.sessionId);
  await endOwnSession(own.ctx, randomUUID());
  await endOtherSessions(own.ctx);
  expect(await listOwnSessions(other.ctx)).toHaveLength(1);
  expect(own.events).toEqual([]);
});

test('all other sessions can be ended', async () => {
  const { ctx, events, logInAgain } = await registerWithEvents();
  const others = [await logInAgain(), await logInAgain()].map(({ actor }) => actor.sessionId);
  expect(await endOtherSessions(ctx)).toBe(2);
  expect(await listOwnSessions(ctx)).toMatchObject([{ isCurrent: true }]);
  const [event] = events;
  if (event?.type !== 'sessions-ended') throw new Error('No session has ended.');
  expect(event.sessionIds.toSorted()).toEqual(others.toSorted());
});

test('sessions that end each other at the same time leave at most one', async () => {
  const { logInAgain } = await registerWithEvents();
  const all = [await logInAgain(), await logInAgain(), await logInAgain()];
  await Promise.all(all.map((ctx) => endOtherSessions(ctx)));
  const left = await listOwnSessions(all[0] ?? (await logInAgain()));
  expect(left.length).toBeLessThanOrEqual(1);
});

test('a login never continues the session that the browser came with', async () => {
  const attacker = await registerWithEvents();
  const victim = await registerWithEvents();
  // The attacker has put the cookie of an own session into the victim's browser.
  const planted = { ...victim.visitor, actor: attacker.ctx.actor };
  const own = await actAs(victim.visitor, (await logIn(planted, victim.person)).cookie);
  expect(own.actor.sessionId).not.toBe(attacker.ctx.actor.sessionId);
  expect(await listOwnSessions(attacker.ctx)).toEqual([]);
});

test('a visitor has no sessions', async () => {
  const ctx = createTestCtx(database.db);
  for (const use of [listOwnSessions, endOtherSessions])
    await expect(use(ctx)).rejects.toMatchObject({ code: 'login-required' });
});

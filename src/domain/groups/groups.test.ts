import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminLog, blocks, groupMembers, groupRequests, notifications } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import type { GroupInput } from '#shared/schemas/groups.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createRandomForRaces, errorCodesOf } from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { register } from '../accounts/registration/register.ts';
import { createInvitation, listInvitations } from '../administration/invitations.ts';
import { listAdminLog } from '../administration/list-admin-log.ts';
import type { Ctx } from '../context.ts';
import { addMember, removeMember, setLeader } from './change-members.ts';
import { getGroup } from './get-group.ts';
import {
  acceptRequest,
  rejectGroupRequest,
  sendGroupRequest,
  withdrawRequest,
} from './group-requests.ts';
import { joinGroup, leaveGroup } from './join-group.ts';
import { listGroups } from './list-groups.ts';
import { createGroup, deleteGroup, editGroup } from './save-group.ts';
import { setGroupRoles } from './set-group-roles.ts';

const database = useDatabase({ max: 40 });
useRaceChecks(database);
const { atOnce } = createRandomForRaces('groups');
const weekMs = 7 * 24 * 60 * 60 * 1000;

async function createSite() {
  const { db } = database;
  const base = createTestCtx(db);
  const admin = {
    ...base,
    actor: await withFreshProof(base, await createPlayer(db, { role: 'admin' })),
  };
  const join = async (values: Parameters<typeof createPlayer>[1] = {}) => ({
    ...base,
    actor: await createPlayer(db, values),
  });
  const make = async (input: Partial<GroupInput> = {}) => {
    const facts = { description: '', membersShownTo: 'members', joining: 'request' } as const;
    const name = `Group ${randomUUID().slice(0, 8)}`;
    const { id } = await createGroup(admin, { name, ...facts, ...input });
    return { id, name, groupId: id };
  };
  const isMember = async ({ actor }: Ctx, groupId: string) =>
    (await db.$count(
      groupMembers,
      and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, actor?.id ?? '')),
    )) > 0;
  const toldOf = async ({ actor }: Ctx) => {
    await base.notifier.flush();
    const isOwn = eq(notifications.userId, actor?.id ?? '');
    const told = await db.select().from(notifications).where(isOwn);
    return told.map(({ kind, thingName }) => `${kind}: ${thingName}`);
  };
  return { db, base, clock: base.testClock, admin, join, make, isMember, toldOf };
}

describe('a group', () => {
  it('is made, changed and deleted by admins only, with a line in the log for each', async () => {
    const { admin, join, make, db } = await createSite();
    const { id, name } = await make();
    const facts = { description: 'Mondays', membersShownTo: 'everyone', joining: 'self' } as const;
    await editGroup(admin, { id, name: `${name} B`, ...facts });
    for (const role of ['guest', 'player', 'moderator'] as const) {
      const other = await join({ role });
      const refused = { code: 'admins-only' };
      await expect(createGroup(other, { name: 'X', ...facts })).rejects.toMatchObject(refused);
      await expect(editGroup(other, { id, name, ...facts })).rejects.toMatchObject(refused);
      await expect(deleteGroup(other, { id })).rejects.toMatchObject(refused);
      const member = { groupId: id, username: other.actor.username };
      await expect(addMember(other, member)).rejects.toMatchObject(refused);
      await expect(removeMember(other, member)).rejects.toMatchObject(refused);
      await expect(setLeader(other, { ...member, isLeader: true })).rejects.toMatchObject(refused);
      await expect(setGroupRoles(other, { id, roles: [] })).rejects.toMatchObject(refused);
    }
    await expect(
      createGroup(admin, { name: name.toUpperCase().concat(' B'), ...facts }),
    ).rejects.toMatchObject({ code: 'group-name-taken' });
    const player = await join();
    await joinGroup(player, { groupId: id });
    await deleteGroup(admin, { id });
    expect(await db.$count(groupMembers, eq(groupMembers.groupId, id))).toBe(0);
    await expect(getGroup(player, { id, page: 1 })).rejects.toMatchObject({ code: 'group-gone' });
    const entries = await db.select().from(adminLog).where(eq(adminLog.subject, id));
    expect(entries.map(({ act }) => act)).toEqual(['create-group', 'edit-group', 'delete-group']);
  });

  it('is joined and left by oneself where it is open, by players only', async () => {
    const { join, make, isMember } = await createSite();
    const { groupId } = await make({ joining: 'self' });
    const player = await join();
    await joinGroup(player, { groupId });
    expect(await isMember(player, groupId)).toBe(true);
    await expect(joinGroup(player, { groupId })).rejects.toMatchObject({ code: 'group-joined' });
    await leaveGroup(player, { groupId });
    expect(await isMember(player, groupId)).toBe(false);
    await expect(leaveGroup(player, { groupId })).rejects.toMatchObject({
      code: 'group-not-joined',
    });
    const guest = await join({ role: 'guest' });
    for (const enter of [joinGroup, sendGroupRequest]) {
      await expect(enter(guest, { groupId })).rejects.toMatchObject({ code: 'guest-not-allowed' });
      for (const joining of ['request', 'invitation'] as const) {
        if (enter === sendGroupRequest && joining === 'request') continue;
        const closed = await make({ joining });
        await expect(enter(player, closed)).rejects.toMatchObject({ code: 'group-closed' });
      }
    }
  });

  it('shows its members to whom it says, and how many they are', async () => {
    const { admin, join, make } = await createSite();
    const [leader, member, outsider] = [await join(), await join(), await join()];
    const seenBy = async (membersShownTo: GroupInput['membersShownTo']) => {
      const { groupId, name } = await make({ membersShownTo });
      for (const { actor } of [leader, member])
        await addMember(admin, { groupId, username: actor.username });
      await setLeader(admin, { groupId, username: leader.actor.username, isLeader: true });
      const readers = [admin, leader, member, outsider];
      const seen = await Promise.all(
        readers.map(async (reader) => {
          const { group, members } = await getGroup(reader, { id: groupId, page: 1 });
          const listed = await listGroups(reader, { q: name, page: 1 });
          expect(listed.groups.map((one) => one.members)).toEqual([group.members]);
          return [group.members, members.length];
        }),
      );
      return seen.map(([total, shown]) => `${total} ${shown}`).join(', ');
    };
    expect(await seenBy('everyone')).toBe('2 2, 2 2, 2 2, 2 2');
    expect(await seenBy('members')).toBe('2 2, 2 2, 2 2, null 0');
    expect(await seenBy('leaders')).toBe('2 2, 2 2, null 0, null 0');
  });
});

describe('a request to join', () => {
  it('is told to leaders, and answered by leaders and admins, which tells who asked', async () => {
    const { admin, join, make, isMember, toldOf, db, clock } = await createSite();
    const { groupId, name } = await make();
    const [leader, apart, member] = [await join(), await join(), await join()];
    const [asker, other] = [await join(), await join()];
    for (const { actor } of [leader, apart, member])
      await addMember(admin, { groupId, username: actor.username });
    for (const { actor } of [leader, apart])
      await setLeader(admin, { groupId, username: actor.username, isLeader: true });
    await db
      .insert(blocks)
      .values({ blockerId: apart.actor.id, blockedId: asker.actor.id, since: clock.now() });
    await sendGroupRequest(asker, { groupId });
    await expect(sendGroupRequest(asker, { groupId })).rejects.toMatchObject({
      code: 'group-asked',
    });
    expect(await toldOf(leader)).toContain(`group-request: ${name}`);
    expect(await toldOf(apart)).not.toContain(`group-request: ${name}`);
    const answer = { groupId, username: asker.actor.username };
    for (const reader of [member, asker, other]) {
      const lacking = { code: 'group-leaders-only' };
      await expect(acceptRequest(reader, answer)).rejects.toMatchObject(lacking);
      await expect(rejectGroupRequest(reader, answer)).rejects.toMatchObject(lacking);
      expect((await getGroup(reader, { id: groupId, page: 1 })).requests).toEqual([]);
    }
    const seen = await getGroup(leader, { id: groupId, page: 1 });
    expect(seen.requests.map(({ username }) => username)).toEqual([asker.actor.username]);
    await acceptRequest(leader, answer);
    expect(await isMember(asker, groupId)).toBe(true);
    expect(await toldOf(asker)).toEqual([
      `group-membership: Your request to join “${name}” was accepted.`,
    ]);
    await expect(acceptRequest(leader, answer)).rejects.toMatchObject({
      code: 'group-request-gone',
    });
    await sendGroupRequest(other, { groupId });
    await rejectGroupRequest(admin, { groupId, username: other.actor.username });
    expect(await toldOf(other)).toEqual([
      `group-membership: Your request to join “${name}” was refused.`,
    ]);
    await expect(sendGroupRequest(other, { groupId })).rejects.toMatchObject({
      code: 'group-refused',
    });
    clock.advance(weekMs);
    await sendGroupRequest(other, { groupId });
    await withdrawRequest(other, { groupId });
    await expect(withdrawRequest(other, { groupId })).rejects.toMatchObject({
      code: 'group-request-gone',
    });
  });

  it('and a group have limits for an account, also at the same time', async () => {
    const { join, make, db } = await createSite();
    const player = await join();
    const asked = await Promise.all(Array.from({ length: 12 }, () => make()));
    const requests = await atOnce(asked.map((group) => () => sendGroupRequest(player, group)));
    expect(errorCodesOf(requests)).toEqual(Array(2).fill('group-request-limit'));
    const own = eq(groupMembers.userId, player.actor.id);
    const { groupId } = await make({ joining: 'self' });
    await db.insert(groupMembers).values(
      await Promise.all(
        Array.from({ length: groupConstants.ofAccountMax - 1 }, async () => ({
          ...{ groupId: (await make()).groupId, userId: player.actor.id },
          ...{ joinedAt: new Date(), how: 'admin' as const },
        })),
      ),
    );
    const more = await Promise.all(Array.from({ length: 3 }, () => make({ joining: 'self' })));
    const joined = await atOnce([{ groupId }, ...more].map((one) => () => joinGroup(player, one)));
    expect(errorCodesOf(joined)).toEqual(Array(3).fill('groups-full'));
    expect(await db.$count(groupMembers, own)).toBe(groupConstants.ofAccountMax);
  });

  it('that is accepted, refused and withdrawn at once has one outcome', async () => {
    const { admin, join, make, isMember, db } = await createSite();
    for (let round = 0; round < 5; round += 1) {
      const { groupId } = await make();
      const asker = await join();
      await sendGroupRequest(asker, { groupId });
      const answer = { groupId, username: asker.actor.username };
      const results = await atOnce([
        () => acceptRequest(admin, answer),
        () => rejectGroupRequest(admin, answer),
        () => withdrawRequest(asker, { groupId }),
        () => addMember(admin, answer),
      ]);
      const waiting = await db.$count(groupRequests, eq(groupRequests.groupId, groupId));
      expect(await isMember(asker, groupId)).toBe(true);
      expect(errorCodesOf(results).length).toBeGreaterThanOrEqual(1);
      expect(waiting).toBe(0);
    }
  });
});

describe('a group that gives a role', () => {
  it('gives it to its members while they are in it, and nobody joins it by himself', async () => {
    const { admin, join, make, isMember, clock, base } = await createSite();
    const { groupId } = await make({ joining: 'self' });
    const [early, late, leader] = [await join(), await join(), await join()];
    await joinGroup(early, { groupId });
    await addMember(admin, { groupId, username: leader.actor.username });
    await setLeader(admin, { groupId, username: leader.actor.username, isLeader: true });
    await setGroupRoles(admin, { id: groupId, roles: [catalogEditor] });
    await expect(
      setGroupRoles(admin, { id: groupId, roles: ['no-such-role'] }),
    ).rejects.toMatchObject({ code: 'role-not-found' });
    await expect(joinGroup(late, { groupId })).rejects.toMatchObject({ code: 'group-closed' });
    await sendGroupRequest(late, { groupId });
    const answer = { groupId, username: late.actor.username };
    // The leader was read before the group gave the role, so it lacks the role in this request.
    await expect(acceptRequest(leader, answer)).rejects.toMatchObject({ code: 'right-lacking' });
    const editor = { ...leader, actor: { ...leader.actor, furtherRoles: [catalogEditor] } };
    await acceptRequest({ ...editor, actor: await withFreshProof(base, editor.actor) }, answer);
    expect(await isMember(late, groupId)).toBe(true);
    await leaveGroup(early, { groupId });
    clock.advance(11 * 60_000);
    for (const act of [
      () => addMember(admin, { groupId, username: early.actor.username }),
      () => setGroupRoles(admin, { id: groupId, roles: [] }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'proof-required' });
    }
  });

  it('is not entered by somebody who joins while the role is given', async () => {
    const { admin, join, make, db } = await createSite();
    for (let round = 0; round < 5; round += 1) {
      const { groupId } = await make({ joining: 'self' });
      const players = await Promise.all(Array.from({ length: 4 }, () => join()));
      const results = await atOnce([
        ...players.slice(0, 2).map((player) => () => joinGroup(player, { groupId })),
        () => setGroupRoles(admin, { id: groupId, roles: [catalogEditor] }),
        ...players.slice(2).map((player) => () => joinGroup(player, { groupId })),
      ]);
      const members = await db.$count(groupMembers, eq(groupMembers.groupId, groupId));
      expect(members).toBe(4 - errorCodesOf(results).length);
      await expect(joinGroup(await join(), { groupId })).rejects.toMatchObject({
        code: 'group-closed',
      });
    }
  });
});

describe('an invitation to a group', () => {
  it('makes who registers with it a member, also while everybody can register', async () => {
    const { admin, base, make, db } = await createSite();
    const { groupId, name } = await make({ joining: 'invitation' });
    await setGroupRoles(admin, { id: groupId, roles: [catalogEditor] });
    const { code } = await createInvitation(admin, {
      ...{ note: '', days: 7, uses: 2, group: groupId },
    });
    expect((await listInvitations(admin, { page: 1 })).invitations[0]).toMatchObject({
      group: name,
    });
    const visitor = { ...base, actor: null };
    const enter = async (invitation?: string) => {
      const username = `g-${randomUUID().slice(0, 8)}`;
      const email = `${username}@example.test`;
      await register(visitor, { username, email, password: 'correct horse', invitation });
      return username;
    };
    const username = await enter(code);
    const { members } = await getGroup(admin, { id: groupId, page: 1 });
    expect(members.map((member) => member.username)).toEqual([username]);
    await enter();
    await enter('unknown');
    expect(await db.$count(groupMembers, eq(groupMembers.groupId, groupId))).toBe(1);
    // The invitation stays when the group is deleted, and leads to none.
    await deleteGroup(admin, { id: groupId });
    await enter(code);
    await expect(
      createInvitation(admin, { note: '', days: 7, uses: 1, group: groupId }),
    ).rejects.toMatchObject({ code: 'group-gone' });
  });
});

describe('the log and a deleted account', () => {
  it('name a member as long as it has a name, and keep no membership', async () => {
    const { admin, join, make, db } = await createSite();
    const { groupId } = await make();
    const player = await join();
    await addMember(admin, { groupId, username: player.actor.username });
    const query = { of: null, q: groupId, act: null, page: 1 };
    const { entries } = await listAdminLog(admin, query);
    expect(entries.map(({ act, person }) => [act, person])).toEqual([
      ['add-group-member', player.actor.username],
      ['create-group', null],
    ]);
    const other = await make();
    await sendGroupRequest(player, other);
    await deleteAccount(player, {
      ...{ accountId: player.actor.id, removesTexts: false },
      requireAllowed: async () => {},
    });
    expect(await db.$count(groupMembers, eq(groupMembers.userId, player.actor.id))).toBe(0);
    expect(await db.$count(groupRequests, eq(groupRequests.userId, player.actor.id))).toBe(0);
    const after = await listAdminLog(admin, query);
    expect(after.entries[0]?.person).not.toBe(player.actor.username);
    await expect(
      addMember(admin, { groupId, username: player.actor.username }),
    ).rejects.toMatchObject({ code: 'user-not-found' });
  });
});

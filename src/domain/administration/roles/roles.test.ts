import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import {
  accountRoles,
  adminLog,
  furtherRoles,
  games,
  siteSettings,
  totpFactors,
} from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { type Right, rights } from '#shared/rules/rights.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createSignedInVisitor, withFreshProof } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import type { Actor } from '../../actor.ts';
import { listAuditRuns } from '../../audit/audit-requests.ts';
import { listOwnGames } from '../../catalog/own-games/list-own-games.ts';
import type { Ctx } from '../../context.ts';
import { addMember } from '../../groups/change-members.ts';
import { createGroup } from '../../groups/save-group.ts';
import { setGroupRoles } from '../../groups/set-group-roles.ts';
import { giveFurtherRole, takeFurtherRole } from '../../moderation/accounts/change-further-role.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { createInvitation, listInvitations } from '../invitations.ts';
import { listPeople } from '../list-people.ts';
import { listRoles } from './list-roles.ts';
import { createRole, deleteRole, editRole } from './save-role.ts';

const database = useDatabase();
const reason = 'Helps.';

afterEach(async () => {
  await database.db.delete(siteSettings).where(eq(siteSettings.key, 'staffFactor'));
});

async function createSite() {
  const { db } = database;
  const base = createTestCtx(db);
  const as = (actor: Actor) => ({ ...base, actor });
  const admin = as(await withFreshProof(base, await createPlayer(db, { role: 'admin' })));
  const make = (given: Right[], name = `Role ${randomUUID().slice(0, 8)}`) =>
    createRole(admin, { name, rights: given });
  /** A player who has a new role with the rights. */
  const holderOf = async (given: Right[]) => {
    const { slug } = await make(given);
    return as(await createPlayer(db, { furtherRoles: [slug] }));
  };
  return { db, base, admin, as, make, holderOf };
}

/** What each right opens: nothing else may. */
const actsOf: Record<Right, (ctx: Ctx) => unknown> = {
  'edit-catalog': (ctx) => listOwnGames(ctx, { page: 1, q: '' }),
  moderate: async (ctx) => requireModerator(ctx),
  'manage-groups': (ctx) =>
    createGroup(ctx, {
      ...{ name: `Group ${randomUUID().slice(0, 8)}`, description: '' },
      ...{ joining: 'self', membersShownTo: 'members' },
    }),
  invite: (ctx) => listInvitations(ctx, { page: 1 }),
  'see-economy': (ctx) => listAuditRuns(ctx),
};

describe('a further role of the site', () => {
  it('is made, changed and deleted by admins with a fresh proof, in the log', async () => {
    const { admin, as, make, db, base } = await createSite();
    const name = `Newspaper editors ${randomUUID().slice(0, 4)}`;
    const { slug } = await make(['invite'], name);
    expect(slug).toBe(name.toLowerCase().replaceAll(' ', '-'));
    await expect(make([], name)).rejects.toMatchObject({ code: 'role-name-taken' });
    await editRole(admin, { slug, name, rights: ['invite', 'moderate'] });
    const player = await createPlayer(db);
    const given = { username: player.username, role: slug, reason };
    await giveFurtherRole(admin, given);
    const listed = (await listRoles(admin)).find((role) => role.slug === slug);
    expect(listed).toMatchObject({ accounts: 1, groups: 0, rights: ['invite', 'moderate'] });
    const game = await createGame(db, { roleNeeded: slug });
    await expect(deleteRole(admin, { slug })).rejects.toMatchObject({ code: 'role-used' });
    await db.update(games).set({ roleNeeded: null }).where(eq(games.id, game.id));
    await deleteRole(admin, { slug });
    await expect(takeFurtherRole(admin, given)).rejects.toMatchObject({ code: 'role-not-found' });
    const entries = await db.select().from(adminLog).where(eq(adminLog.subject, slug));
    expect(entries.map(({ act }) => act)).toEqual(['create-role', 'edit-role', 'delete-role']);
    expect(entries[1]?.details).toMatchObject({ formerRights: ['invite'] });

    const builtIn = { slug: catalogEditor };
    const notFound = { code: 'role-not-found' };
    await expect(deleteRole(admin, builtIn)).rejects.toMatchObject(notFound);
    await expect(editRole(admin, { ...builtIn, name: 'X', rights: [] })).rejects.toMatchObject(
      notFound,
    );
    const almighty = as(
      await createPlayer(db, { furtherRoles: [(await make([...rights])).slug], role: 'moderator' }),
    );
    const refused = { code: 'admins-only' };
    for (const ctx of [almighty, as(player)]) {
      await expect(createRole(ctx, { name: 'X', rights: [] })).rejects.toMatchObject(refused);
      await expect(editRole(ctx, { slug, name: 'X', rights: [] })).rejects.toMatchObject(refused);
      await expect(deleteRole(ctx, { slug })).rejects.toMatchObject(refused);
      await expect(giveFurtherRole(ctx, given)).rejects.toMatchObject(refused);
      await expect(listRoles(ctx)).rejects.toMatchObject(refused);
    }
    base.testClock.advance(11 * 60_000);
    await expect(make([])).rejects.toMatchObject({ code: 'proof-required' });
    expect(await db.$count(furtherRoles, eq(furtherRoles.slug, slug))).toBe(0);
  });

  it('opens what its rights say and nothing else', async () => {
    const { db, holderOf, admin } = await createSite();
    const wrong: string[] = [];
    for (const right of rights) {
      const { slug } = await createRole(admin, { name: `Only ${right}`, rights: [right] });
      const { id } = await createPlayer(db, { furtherRoles: [slug] });
      // As the session reads it, so that the statement counts too.
      const web = createWeb(db);
      const visitor = await createSignedInVisitor(web, id);
      const pages: Record<string, Right> = {
        '/admin/games': 'edit-catalog',
        '/moderation/reports': 'moderate',
        '/admin/groups': 'manage-groups',
        '/admin/registration': 'invite',
        '/admin/economy': 'see-economy',
      };
      for (const [path, needed] of Object.entries(pages)) {
        const { status } = await visitor.get(path);
        if (status < 400 !== (needed === right)) wrong.push(`${right}: ${path} ${status}`);
      }
      for (const path of ['/admin/people', '/admin/roles', '/admin/site', '/admin/codes']) {
        const { status } = await visitor.get(path);
        if (status !== 404) wrong.push(`${right}: ${path} ${status}`);
      }
      const holder = await holderOf([right]);
      const ctx =
        right === 'moderate'
          ? { ...holder, actor: { ...holder.actor, role: 'moderator' as const } }
          : holder;
      for (const needed of rights) {
        const outcome = await Promise.resolve()
          .then(() => actsOf[needed](ctx))
          .then(
            () => true,
            () => false,
          );
        if (outcome !== (needed === right)) wrong.push(`${right}: ${needed} is ${outcome}`);
      }
      await expect(
        listPeople(ctx, { q: '', show: 'registered', role: null, page: 1 }),
      ).rejects.toMatchObject({ code: 'admins-only' });
    }
    expect(wrong).toEqual([]);
  });

  it('lets nobody give a right that he lacks, by a group or an invitation', async () => {
    const { base, admin, as, make, db } = await createSite();
    const manager = await createPlayer(db, {
      furtherRoles: [(await make(['manage-groups', 'invite'])).slug],
    });
    const ctx = as(await withFreshProof(base, manager));
    const facts = { description: '', joining: 'request', membersShownTo: 'members' } as const;
    const { id } = await createGroup(ctx, { name: `G ${randomUUID().slice(0, 8)}`, ...facts });
    const { username } = await createPlayer(db);
    await addMember(ctx, { groupId: id, username });
    await expect(
      setGroupRoles(ctx, { id, roles: [(await make(['moderate'])).slug] }),
    ).rejects.toMatchObject({ code: 'admins-only' });
    await setGroupRoles(admin, { id, roles: [(await make(['moderate'])).slug] });
    const lacking = { code: 'right-lacking' };
    await expect(addMember(ctx, { groupId: id, username: manager.username })).rejects.toMatchObject(
      lacking,
    );
    await expect(
      createInvitation(ctx, { note: '', days: 7, uses: 1, group: id }),
    ).rejects.toMatchObject(lacking);
    await createInvitation(ctx, { note: '', days: 7, uses: 1 });
  });

  it('that is deleted while it is given is given to nobody', async () => {
    const { admin, make, db } = await createSite();
    for (let round = 0; round < 5; round += 1) {
      const { slug } = await make(['invite']);
      const { username, id } = await createPlayer(db);
      const results = await Promise.allSettled([
        giveFurtherRole(admin, { username, role: slug, reason: 'Helps' }),
        deleteRole(admin, { slug }),
      ]);
      const codes = results.flatMap((result) =>
        result.status === 'rejected' ? (result.reason as { code?: string }).code : [],
      );
      expect([[], ['role-not-found']]).toContainEqual(codes);
      expect(await db.$count(accountRoles, eq(accountRoles.userId, id))).toBe(0);
    }
  });

  it('needs a second factor where the site requires one of staff', async () => {
    const { db, make } = await createSite();
    const { slug } = await make(['moderate', 'manage-groups']);
    const { id } = await createPlayer(db, { furtherRoles: [slug] });
    const visitor = await createSignedInVisitor(createWeb(db), id);
    const statuses = async () => [
      (await visitor.get('/moderation/reports')).status,
      (await visitor.get('/admin/groups')).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const value = { isRequired: true, graceDays: 0, since: '2026-01-01T00:00:00.000Z' };
    await db.insert(siteSettings).values({ key: 'staffFactor', value });
    expect(await statuses()).toEqual([404, 404]);
    const at = new Date();
    await db
      .insert(totpFactors)
      .values({ userId: id, secret: 'none', keyId: 'none', createdAt: at, confirmedAt: at });
    expect(await statuses()).toEqual([200, 200]);
  });
});

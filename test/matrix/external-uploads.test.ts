import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '../fixtures/database.ts';
import { useExternalFiles } from '../fixtures/external-files.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createSignedInVisitor } from '../fixtures/sign-in.ts';

// Signed uploads to the external file service, as each role. Friends and blocked players have no more or fewer
// rights there than other players.

const database = useDatabase();
const serviceDatabase = useDatabase();
const startExternalServers = useExternalFiles(database, serviceDatabase);

type Servers = Awaited<ReturnType<typeof startExternalServers>>;
let servers: Servers;

beforeEach(async () => {
  servers = await startExternalServers();
});

const rolesWithAccount: Record<string, () => Promise<Actor>> = {
  guest: () => createPlayer(database.db, { role: 'guest' }),
  player: () => createPlayer(database.db),
  editor: () => createPlayer(database.db, { furtherRoles: [catalogEditor] }),
  moderator: () => createPlayer(database.db, { role: 'moderator' }),
  admin: () => createPlayer(database.db, { role: 'admin' }),
};

const readPicture = (id: string) =>
  database.db
    .select({ userId: pictures.userId, publishedAt: pictures.publishedAt })
    .from(pictures)
    .where(eq(pictures.id, id));

describe.each(Object.entries(rolesWithAccount))('a %s', (role, createActor) => {
  it('gets a signature for the own account, except for guests', async () => {
    const actor = await createActor();
    const browser = await createSignedInVisitor(servers, actor.id);
    const answer = await browser.get('/community/camera/pass');
    if (role === 'guest') return expect(answer.status).toBe(403);
    expect(answer.status).toBe(200);
    const id = await servers.upload(actor);
    await postPicture(servers.as(actor), { id, caption: '' });
    expect(await readPicture(id)).toMatchObject([{ userId: actor.id }]);
  });

  it('posts no upload of somebody else, also with the own signature', async () => {
    const actor = await createActor();
    const owner = await createPlayer(database.db);
    const id = await servers.upload(owner);
    const code = role === 'guest' ? 'guest-not-allowed' : 'picture-gone';
    const caption = 'of a stranger';
    await expect(postPicture(servers.as(actor), { id, caption })).rejects.toMatchObject({ code });
    await postPicture(servers.as(owner), { id, caption: '' });
    await expect(postPicture(servers.as(actor), { id, caption })).rejects.toMatchObject({ code });
    expect(await readPicture(id)).toMatchObject([{ userId: owner.id }]);
  });
});

it('a visitor gets no signature', async () => {
  const answer = await servers.visit().get('/community/camera/pass');
  expect([answer.status, answer.headers.get('Location')?.split('?')[0]]).toEqual([302, '/login']);
});

import { describe, expect, test } from 'vitest';
import { preparePushKeys } from '#domain/notifications/push/push-keys.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPushBrowser } from '#test/fixtures/push-browser.ts';
import { listEndpoints } from '#test/fixtures/push-receiver.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const origin = 'http://192.0.2.7:3000';

/** A player at a site whose origin is neither https nor localhost. */
async function createReader() {
  const site = { origin, gamesOrigin: null, banner: null, shareImage: null };
  const web = createWeb(database.db, { site });
  await preparePushKeys(web.ctx);
  const { id } = await createPlayer(database.db);
  const { cookie } = await createSignedInVisitor(web, id);
  const send = (path: string, fields?: Record<string, string>) =>
    web.app.fetch(
      new Request(origin + path, {
        headers: { Cookie: `guildhall_session=${cookie}`, Origin: origin },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      }),
    );
  return { id, send };
}

describe('a site whose origin is neither https nor localhost', () => {
  test.each(['/settings/security', '/settings/security/passkey'])(
    'says on %s why passkeys are off, and offers none',
    async (path) => {
      const { send } = await createReader();
      const html = await (await send(path)).text();
      expect(html).toContain(
        'Passkeys are off: they need an https address with a host name, and this site has none.',
      );
      expect(html).not.toContain('Add a passkey</a>');
      expect(html).not.toContain('Create passkey');
    },
  );

  test('offers no login with a passkey and gives no challenge', async () => {
    const { send } = await createReader();
    expect(await textOf(await send('/login'))).not.toContain('passkey');
    const challenge = await send('/login/challenge', { purpose: 'add' });
    expect(challenge.status).toBeGreaterThanOrEqual(400);
    const added = await send('/settings/security/passkey', { name: 'Key', credential: '{}' });
    expect(added.status).toBeGreaterThanOrEqual(400);
  });

  test('says why push is off, and takes no browser', async () => {
    const { id, send } = await createReader();
    const path = '/settings/notifications';
    const text = await textOf(await send(path));
    expect(text).toContain('Push is off: this site has no https.');
    expect(text).not.toContain('Push is off in this browser.');
    const { target } = createPushBrowser();
    const answer = await send(path, { intent: 'push-on', ...target });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await listEndpoints(database.db, id)).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { moderationLog, pictures } from '#database/schema.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { changedTables, takeChanges } from '#test/fixtures/recorded-changes.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase({ recordsChanges: true });
const createUploadFixture = useUploadServer(database);
const withoutScripts = { Accept: 'text/html' };

/** Creates an empty gallery, an uploader, and functions that add players with browsers and pictures. */
async function createFixture() {
  const web = await createUploadFixture();
  await database.db.delete(pictures);
  const join = async (role?: 'guest' | 'moderator' | 'admin') => {
    const actor = await createPlayer(database.db, { role });
    return { actor, browser: await createSignedInVisitor(web, actor.id) };
  };
  const uploader = await join();
  const add = (values: { caption?: string; publishedAt?: null } = {}) => {
    web.ctx.testClock.advance(1_000);
    return createPicture(web.ctx, { userId: uploader.actor.id, ...values });
  };
  return { web, join, uploader, add };
}

const shownIn = (html: string) => [...html.matchAll(/data-picture="([^"]+)"/g)].map(([, id]) => id);

describe('/community', () => {
  it('sends visitors to the login and back', async () => {
    const { web, add } = await createFixture();
    const id = await add();
    for (const path of ['/community', '/community/camera', `/community/pictures/${id}`]) {
      const response = await web.visit().get(path);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(path)}`);
    }
  });

  it('offers to add the first picture while it is empty', async () => {
    const { uploader } = await createFixture();
    const response = await uploader.browser.get('/community');
    const html = await response.clone().text();
    expect(await textOf(response)).toContain('Nobody has added a picture yet.');
    expect(html).toMatch(/<a[^>]*href="\/community\/camera"[^>]*>(?:<svg.*?<\/svg>)?Add picture/);
    expect(html).toContain('Add the first picture');
  });

  it('offers a guest to register in place of adding a picture', async () => {
    const { join } = await createFixture();
    const { browser } = await join('guest');
    const text = await textOf(await browser.get('/community'));
    expect(text).toContain('Register to add pictures');
    expect(text).not.toContain('Add picture');
    expect(text).not.toContain('Add the first picture');
  });

  it('shows the newest pictures first with sizes and uploaders, and has a link to older ones', async () => {
    const { uploader, join, add } = await createFixture();
    const ids: string[] = [];
    for (let count = 0; count <= pictureConstants.pageSize; count += 1) ids.unshift(await add());
    const { browser } = await join();
    const html = await (await browser.get('/community')).text();
    expect(shownIn(html)).toEqual(ids.slice(0, pictureConstants.pageSize));
    expect(html.match(/<img[^>]*src="\/photos\/[^>]*width="480"[^>]*height="320"/g)).toHaveLength(
      pictureConstants.pageSize,
    );
    expect(html).toContain(`href="/profile/${uploader.actor.username}"`);
    const older = /href="(\/community\?after=[^"]+)"/.exec(html)?.[1] ?? '';
    const rest = await (await browser.get(older)).text();
    expect(shownIn(rest)).toEqual(ids.slice(pictureConstants.pageSize));
    expect(rest).not.toContain('Older pictures');
    expect(rest).toContain('Newest pictures');
  });

  it('escapes captions everywhere', async () => {
    const { uploader, add } = await createFixture();
    const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
    const id = await add({ caption: evil });
    for (const path of ['/community', `/community/pictures/${id}`]) {
      const html = await (await uploader.browser.get(path)).text();
      expect(html).toContain('&lt;script&gt;alert(2)');
      expect(html).not.toContain('<script>alert(2)');
      expect(html).not.toContain('<img src=x');
    }
  });

  it('starts with the newest picture when the URL names no known picture', async () => {
    const { uploader, add } = await createFixture();
    const id = await add();
    for (const after of ['nonsense', randomUUID(), "';--"]) {
      const response = await uploader.browser.get(`/community?after=${encodeURIComponent(after)}`);
      expect(shownIn(await response.text())).toEqual([id]);
    }
  });
});

describe('the page of a picture', () => {
  it('has links to the newer and the older one', async () => {
    const { uploader, add } = await createFixture();
    const [oldest, middle, newest] = [
      await add(),
      await add({ caption: 'In the hall' }),
      await add(),
    ];
    const html = await (await uploader.browser.get(`/community/pictures/${middle}`)).text();
    expect(html).toContain('<title>In the hall · Guildhall</title>');
    expect(html).toContain('width="1200" height="800"');
    expect(html).toMatch(new RegExp(`href="/community/pictures/${newest}"[^>]*>.*?Newer picture`));
    expect(html).toMatch(new RegExp(`href="/community/pictures/${oldest}"[^>]*>Older picture`));
  });

  it('does not exist for unposted pictures, unknown ids and texts that are not ids', async () => {
    const { uploader, add } = await createFixture();
    for (const id of [await add({ publishedAt: null }), randomUUID(), 'camera.html', '%00']) {
      const response = await uploader.browser.get(`/community/pictures/${id}`);
      expect(response.status).toBe(404);
    }
  });
});

/** The expected results of deleting a picture, by account: without and with a reason. */
const deletions = [
  ['visitor', 'login', 'login'],
  ['guest', 'picture-gone', 'moderators-only'],
  ['uploader', 'done', 'moderators-only'],
  ['player', 'picture-gone', 'moderators-only'],
  ['moderator', 'picture-gone', 'done'],
  ['admin', 'picture-gone', 'done'],
] as const;

describe.each(deletions)('deleting a picture as %s', (who, freely, withReason) => {
  test.each([
    ['without a reason', {}, freely],
    ['with a reason', { reason: 'Not one of ours.' }, withReason],
  ] as const)('%s', async (_how, fields: Record<string, string>, wanted) => {
    const { web, join, uploader, add } = await createFixture();
    const id = await add({ caption: 'Whose is it?' });
    const browser =
      who === 'visitor'
        ? web.visit()
        : who === 'uploader'
          ? uploader.browser
          : (await join(who === 'player' ? undefined : who)).browser;
    await takeChanges(database.db);
    const path = `/community/pictures/${id}`;
    const answer = await (await browser.post(`${path}.data`, fields)).text();
    const outcome = answer.includes('/login?')
      ? 'login'
      : (/"code","([^"]+)"/.exec(answer)?.[1] ?? (answer.includes('deleted') ? 'done' : answer));
    expect(outcome).toBe(wanted);
    const changed = changedTables(await takeChanges(database.db));
    if (wanted !== 'done') {
      expect(changed).toEqual([]);
      expect(await web.filesLeft()).toHaveLength(2);
      return;
    }
    expect(changed.toSorted().reverse()).toEqual(
      'reason' in fields ? ['pictures', 'pending_notifications', 'moderation_log'] : ['pictures'],
    );
    expect(await web.filesLeft()).toEqual([]);
    expect(shownIn(await (await uploader.browser.get('/community')).text())).toEqual([]);
    const [entry] = await database.db
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.targetId, uploader.actor.id));
    if ('reason' in fields) {
      expect(entry).toMatchObject({ act: 'delete-picture', reason: 'Not one of ours.' });
    } else expect(entry).toBeUndefined();
  });
});

describe('the question before a picture is deleted', () => {
  it('works on a page without scripts', async () => {
    const { uploader, add } = await createFixture();
    const path = `/community/pictures/${await add()}`;
    expect(await textOf(await uploader.browser.get(path))).not.toContain('Delete this picture?');
    const asked = await uploader.browser.get(`${path}?delete`);
    expect(await textOf(asked)).toContain('Delete this picture? It cannot be brought back.');
    const response = await uploader.browser.post(`${path}?delete`, {}, withoutScripts);
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe('/community');
    expect((await uploader.browser.get(path)).status).toBe(404);
  });

  it('requires a reason from a moderator and keeps the typed text', async () => {
    const { join, add } = await createFixture();
    const { browser } = await join('moderator');
    const path = `/community/pictures/${await add()}?delete`;
    expect(await (await browser.get(path)).text()).toContain('name="reason"');
    const response = await browser.post(path, { reason: 'no' }, withoutScripts);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('Give a reason of at least 3 characters.');
    expect(html).toContain('>no</textarea>');
  });

  it('is not shown to players who may not delete the picture', async () => {
    const { join, add } = await createFixture();
    const { browser } = await join();
    const html = await (await browser.get(`/community/pictures/${await add()}?delete`)).text();
    expect(html).not.toContain('Delete');
  });
});

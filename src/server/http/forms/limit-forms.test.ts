import { expect, test } from 'vitest';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { requestBodyConstants } from '#shared/constants/server/http-requests.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

const database = useDatabase();

type Visitor = Pick<ReturnType<ReturnType<typeof createWeb>['visit']>, 'send'>;

/** Sends a form with a file of `bytes` bytes and returns the status. */
function createSender(visitor: Visitor) {
  return async (path: string, bytes: number) => {
    const body = new FormData();
    body.set('intent', 'unknown');
    body.set('file', new File([new Uint8Array(bytes)], 'file.bin'));
    const headers = { Origin: 'http://localhost:3000' };
    return (await visitor.send(path, { method: 'POST', body, headers })).status;
  };
}

/** Begins to send a form. `isRead` resolves when the server waits for its bytes; `finish` ends it. */
function startForm(visitor: Visitor) {
  const first = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const source = {
    start: (started: ReadableStreamDefaultController<Uint8Array>) => {
      controller = started;
    },
    pull: () => first.resolve(),
  };
  // Without a buffer, the stream is asked for bytes only when the server reads.
  const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  const headers = {
    Origin: 'http://localhost:3000',
    'Content-Type': 'multipart/form-data; boundary=x',
  };
  const init = { method: 'POST', body, headers, duplex: 'half' };
  const status = visitor.send('/admin/games/new', init).then((response) => response.status);
  return {
    isRead: first.promise,
    finish: () => {
      controller?.close();
      return status;
    },
  };
}

const { formBytesMax, fileFormBytesMax, fileFormsMax } = requestBodyConstants;

test('only catalog editors and admins send forms with files, and only to the administration', async () => {
  const web = createWeb(database.db);
  const as = async (values: Parameters<typeof createPlayer>[1]) =>
    createSender(await createSignedInVisitor(web, (await createPlayer(database.db, values)).id));
  const senders = {
    visitor: createSender(web.visit()),
    player: await as({}),
    moderator: await as({ role: 'moderator' }),
    editor: await as({ furtherRoles: [catalogEditor] }),
    admin: await as({ role: 'admin' }),
  };
  const isAccepted: Record<string, boolean> = {};
  for (const [name, send] of Object.entries(senders))
    isAccepted[name] = (await send('/admin/games/new', formBytesMax * 2)) !== 413;
  expect(isAccepted).toEqual({
    visitor: false,
    player: false,
    moderator: false,
    editor: true,
    admin: true,
  });
  expect(await senders.editor('/profile', formBytesMax * 2)).toBe(413);
  expect(await senders.editor('/admin/games/new', fileFormBytesMax + 1)).toBe(413);
});

test('a node handles few forms with files at once', async () => {
  const web = createWeb(database.db);
  const { id } = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const visitor = await createSignedInVisitor(web, id);
  const send = createSender(visitor);
  const arriving = Array.from({ length: fileFormsMax }, () => startForm(visitor));
  await Promise.all(arriving.map(({ isRead }) => isRead));
  expect(await send('/admin/games/new', formBytesMax * 2)).toBe(429);
  const statuses = arriving.map(({ finish }) => finish());
  expect(await Promise.all(statuses)).not.toContain(429);
  expect(await send('/admin/games/new', formBytesMax * 2)).not.toBe(429);
});

test.each([
  ['urlencoded', 'a=b&'.repeat(4_900), false],
  ['urlencoded', 'a=b&'.repeat(60_000), true],
  ['multipart', `${part('a', 'line\r\n'.repeat(6_000))}--x--\r\n`, false],
  ['multipart', `${part('a', 'b').repeat(900)}--x--\r\n`, false],
  ['multipart', `${part('a', 'b').repeat(4_000)}--x--\r\n`, true],
  ['multipart', `--x\r\n${'a: b\r\n'.repeat(40_000)}\r\n--x--\r\n`, true],
])(
  'an %s form with too many fields is refused before it is parsed',
  async (kind, body, isRefused) => {
    const type =
      kind === 'multipart'
        ? 'multipart/form-data; boundary=x'
        : 'application/x-www-form-urlencoded';
    const headers = { Origin: 'http://localhost:3000', 'Content-Type': type };
    const visitor = createWeb(database.db).visit();
    const response = await visitor.send('/login', { method: 'POST', body, headers });
    expect(response.status === 413).toBe(isRefused);
    if (isRefused) expect(await response.text()).toBe('The form is too large.');
  },
);

/** A part of a multipart form with the boundary 'x'. */
function part(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

import diagnostics from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import sharp from 'sharp';
import { MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RawgServer, startRawgServer } from '#test/fakes/rawg-server.ts';
import { fetchImage } from './fetch-image.ts';
import { createRawg } from './rawg-client.ts';

const maxBytes = 100_000;

let server: RawgServer;
/** The hosts that a connection was begun to. */
let connected: string[];
const onConnect = (message: unknown) => {
  const { connectParams } = message as { connectParams: { host: string } };
  connected.push(connectParams.host);
};
beforeEach(async () => {
  server = await startRawgServer();
  connected = [];
  diagnostics.subscribe('undici:client:beforeConnect', onConnect);
});
afterEach(async () => {
  diagnostics.unsubscribe('undici:client:beforeConnect', onConnect);
  await server.close();
});

const origin = () => new URL(server.url).origin;
const ownPicture = () => `${origin()}/media/games/3498.png`;

function getPicture(
  address: string,
  max = maxBytes,
  addresses = ['127.0.0.1'],
  pictureMs?: number,
) {
  const rawg = createRawg({
    url: server.url,
    key: server.key,
    ...(pictureMs === undefined ? {} : { pictureMs }),
    lookup: (_name, _options, callback) =>
      callback(
        null,
        addresses.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
      ),
  });
  return rawg.getPicture(address, max);
}

test('the pictures that the source names are fetched from it, without the key', async () => {
  const rawg = createRawg({ url: server.url, key: server.key });
  const game = await rawg.getGame(3498);
  const formats = [];
  for (const address of [game?.backgroundImage ?? '', ownPicture().replace('.png', '.jpg')]) {
    const bytes = await rawg.getPicture(address, maxBytes);
    formats.push((await sharp(bytes).metadata()).format);
  }
  expect(formats).toEqual(['png', 'jpeg']);
  expect(server.asked('media/games/3498.png')).toEqual(['']);
});

describe('no connection is made to', () => {
  test.each([
    ...['http://127.0.0.1/a.png', 'http://2130706433/a.png', 'http://0x7f.1/a.png'],
    ...['http://0177.0.0.1/a.png', 'http://127.1/a.png', 'http://10.1.2.3/a.png'],
    ...['http://169.254.169.254/latest/meta-data', 'https://192.168.0.1/a.png'],
    ...['http://[::1]/a.png', 'http://[::ffff:127.0.0.1]/a.png', 'http://[::ffff:7f00:1]/a.png'],
    ...['http://[fd00::1]/a.png', 'http://[64:ff9b::7f00:1]/a.png', 'http://0.0.0.0/a.png'],
    ...['https://8.8.8.8:8443/a.png', 'http://pictures.example:6379/', 'file:///etc/passwd'],
    ...['data:image/png;base64,AAAA', 'gopher://8.8.8.8/', 'no address', ''],
    ...['https://me:secret@8.8.8.8/a.png', 'https://me@8.8.8.8/a.png'],
  ])('%j, named or redirected to', async (address) => {
    await expect(getPicture(address)).rejects.toMatchObject({ trouble: 'malformed' });
    expect(connected).toEqual([]);
    server.fault({ redirect: address });
    await expect(getPicture(ownPicture())).rejects.toMatchObject({ trouble: 'malformed' });
    // What is no absolute address leads on within the origin.
    expect(new Set(connected)).toEqual(new Set([new URL(origin()).host]));
  });

  test('a private machine that a redirect names', async () => {
    let visits = 0;
    const trap = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const address = trap.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    try {
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', 'pictures.example']) {
        server.fault({ redirect: `http://${host}:${port}/a.png` });
        await expect(getPicture(ownPicture())).rejects.toMatchObject({ trouble: 'malformed' });
        await expect(getPicture(`http://${host}:${port}/a.png`)).rejects.toThrow('picture:');
      }
      expect(visits).toBe(0);
    } finally {
      await new Promise((resolve) => trap.close(resolve));
    }
  });

  test.each([[['127.0.0.1']], [['10.0.0.7']], [['::1']], [['8.8.8.8', '127.0.0.1']]])(
    'a name that leads to %j',
    async (addresses) => {
      const failure = getPicture('https://pictures.example/a.png', maxBytes, addresses);
      await expect(failure).rejects.toMatchObject({
        trouble: 'malformed',
        message: 'picture: the name leads to an address that is not public',
      });
    },
  );
});

describe('elsewhere on the internet', () => {
  /** Stands for the public machines, which tests do not talk to. */
  function elsewhere() {
    const publicDispatcher = new MockAgent();
    publicDispatcher.disableNetConnect();
    const media = publicDispatcher.get('https://media.example');
    const get = (address: string) =>
      fetchImage(
        {
          ownOrigin: 'http://127.0.0.1:1',
          ownDispatcher: publicDispatcher,
          publicDispatcher,
          pictureMs: 10_000,
          now: Date.now,
        },
        address,
        maxBytes,
      );
    return { media, get };
  }
  const picture = { headers: { 'content-type': 'image/png' } };

  test('a picture is asked for over https, whatever was named', async () => {
    const { media, get } = elsewhere();
    media.intercept({ path: '/a.png?w=2' }).reply(200, 'bytes', picture);
    expect(Buffer.from(await get('http://media.example/a.png?w=2')).toString()).toBe('bytes');
  });

  test('three redirects are followed, and no more', async () => {
    const { media, get } = elsewhere();
    for (const step of [1, 2, 3, 4]) {
      const headers = { location: `/${step + 1}` };
      media
        .intercept({ path: `/${step}` })
        .reply(302, '', { headers })
        .persist();
    }
    media.intercept({ path: '/5' }).reply(200, 'bytes', picture).persist();
    expect(await get('https://media.example/2')).toHaveLength(5);
    await expect(get('https://media.example/1')).rejects.toThrow('redirected too often');
  });
});

describe('what is no picture, or too much of one, is refused', () => {
  test('more bytes than asked for, said beforehand or not', async () => {
    const bytes = await getPicture(ownPicture());
    expect(await getPicture(ownPicture(), bytes.length)).toEqual(bytes);
    await expect(getPicture(ownPicture(), bytes.length - 1)).rejects.toMatchObject({
      trouble: 'malformed',
      message: 'picture: the answer is too large',
    });
    server.fault({ answer: 'a'.repeat(200_000) });
    await expect(getPicture(ownPicture())).rejects.toMatchObject({ trouble: 'malformed' });
  });

  test.each([
    ['malformed', 'endless'],
    ['malformed', 'html'],
    ['malformed', { answer: '' }],
    ['malformed', { answer: '<svg/>', type: 'text/plain; image/png' }],
    ['malformed', { status: 404 }],
    ['malformed', { status: 401 }],
    ['unavailable', { status: 500 }],
    ['unavailable', 'cut'],
  ] as const)('%s: %j', async (trouble, fault) => {
    server.fault(fault);
    await expect(getPicture(ownPicture())).rejects.toMatchObject({ trouble });
  });

  test('what takes too long', async () => {
    server.fault({ slow: 60_000 });
    const failure = getPicture(ownPicture(), maxBytes, [], 50);
    await expect(failure).rejects.toMatchObject({ trouble: 'unavailable' });
  });

  test('a limited host says when to ask again', async () => {
    server.fault({ status: 429, retryAfter: '60' });
    await expect(getPicture(ownPicture())).rejects.toMatchObject({
      trouble: 'limited',
      retryAfterMs: 60_000,
    });
  });
});

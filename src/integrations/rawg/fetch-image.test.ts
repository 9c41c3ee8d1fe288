import diagnostics from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import sharp from 'sharp';
import { MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RawgServer, startRawgServer } from '#test/fakes/rawg-server.ts';
import { fetchImage } from './fetch-image.ts';
import { createRawgClient } from './rawg-client.ts';

const maxBytes = 100_000;

let server: RawgServer;
/** The hosts that connections were started to. */
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

function getPicture(url: string, max = maxBytes, addresses = ['127.0.0.1'], pictureMs?: number) {
  const rawg = createRawgClient({
    url: server.url,
    key: server.key,
    ...(pictureMs === undefined ? {} : { pictureMs }),
    lookup: (_name, _options, callback) =>
      callback(
        null,
        addresses.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
      ),
  });
  return rawg.getPicture(url, max);
}

test('pictures on the provider’s own server are downloaded without the key', async () => {
  const rawg = createRawgClient({ url: server.url, key: server.key });
  const game = await rawg.getGame(3498);
  const formats = [];
  for (const url of [game?.backgroundImage ?? '', ownPicture().replace('.png', '.jpg')]) {
    const bytes = await rawg.getPicture(url, maxBytes);
    formats.push((await sharp(bytes).metadata()).format);
  }
  expect(formats).toEqual(['png', 'jpeg']);
  expect(server.queries('media/games/3498.png')).toEqual(['']);
});

describe('no connection is made to', () => {
  test.each([
    ...['http://127.0.0.1/a.png', 'http://2130706433/a.png', 'http://0x7f.1/a.png'],
    ...['http://0177.0.0.1/a.png', 'http://127.1/a.png', 'http://10.1.2.3/a.png'],
    ...['http://169.254.169.254/latest/meta-data', 'https://192.168.0.1/a.png'],
    ...['http://[::1]/a.png', 'http://[::ffff:127.0.0.1]/a.png', 'http://[::ffff:7f00:1]/a.png'],
    ...['http://[fd00::1]/a.png', 'http://[64:ff9b::7f00:1]/a.png', 'http://0.0.0.0/a.png'],
    ...['https://8.8.8.8:8443/a.png', 'http://pictures.example:6379/', 'file:///etc/passwd'],
    ...['data:image/png;base64,AAAA', 'gopher://8.8.8.8/', 'no URL', ''],
    ...['https://me:secret@8.8.8.8/a.png', 'https://me@8.8.8.8/a.png'],
  ])('%j, given or redirected to', async (url) => {
    await expect(getPicture(url)).rejects.toMatchObject({ problem: 'malformed' });
    expect(connected).toEqual([]);
    server.failNext({ redirect: url });
    await expect(getPicture(ownPicture())).rejects.toMatchObject({ problem: 'malformed' });
    // A value that is not an absolute URL stays within the origin.
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
        server.failNext({ redirect: `http://${host}:${port}/a.png` });
        await expect(getPicture(ownPicture())).rejects.toMatchObject({ problem: 'malformed' });
        await expect(getPicture(`http://${host}:${port}/a.png`)).rejects.toThrow('picture:');
      }
      expect(visits).toBe(0);
    } finally {
      await new Promise((resolve) => trap.close(resolve));
    }
  });

  test.each([[['127.0.0.1']], [['10.0.0.7']], [['::1']], [['8.8.8.8', '127.0.0.1']]])(
    'a name with the IP addresses %j',
    async (addresses) => {
      const failure = getPicture('https://pictures.example/a.png', maxBytes, addresses);
      await expect(failure).rejects.toMatchObject({
        problem: 'malformed',
        message: 'picture: the name leads to an IP address that is not public',
      });
    },
  );
});

describe('elsewhere on the internet', () => {
  /** Stands for public machines, which tests do not connect to. */
  function elsewhere() {
    const publicDispatcher = new MockAgent();
    publicDispatcher.disableNetConnect();
    const media = publicDispatcher.get('https://media.example');
    const get = (url: string) =>
      fetchImage(
        {
          ownOrigin: 'http://127.0.0.1:1',
          ownDispatcher: publicDispatcher,
          publicDispatcher,
          pictureMs: 10_000,
          now: Date.now,
        },
        url,
        maxBytes,
      );
    return { media, get };
  }
  const picture = { headers: { 'content-type': 'image/png' } };

  test('a picture is requested over https, even if http was given', async () => {
    const { media, get } = elsewhere();
    media.intercept({ path: '/a.png?w=2' }).reply(200, 'bytes', picture);
    expect(Buffer.from(await get('http://media.example/a.png?w=2')).toString()).toBe('bytes');
  });

  test('at most three redirects are followed', async () => {
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

describe('a response that is not a picture or too large is rejected', () => {
  test('more bytes than allowed, announced or not', async () => {
    const bytes = await getPicture(ownPicture());
    expect(await getPicture(ownPicture(), bytes.length)).toEqual(bytes);
    await expect(getPicture(ownPicture(), bytes.length - 1)).rejects.toMatchObject({
      problem: 'malformed',
      message: 'picture: the answer is too large',
    });
    server.failNext({ answer: 'a'.repeat(200_000) });
    await expect(getPicture(ownPicture())).rejects.toMatchObject({ problem: 'malformed' });
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
  ] as const)('%s: %j', async (problem, badAnswer) => {
    server.failNext(badAnswer);
    await expect(getPicture(ownPicture())).rejects.toMatchObject({ problem });
  });

  test('a picture that takes too long', async () => {
    server.failNext({ slow: 60_000 });
    const failure = getPicture(ownPicture(), maxBytes, [], 50);
    await expect(failure).rejects.toMatchObject({ problem: 'unavailable' });
  });

  test('a limited host names the time of the next attempt', async () => {
    server.failNext({ status: 429, retryAfter: '60' });
    await expect(getPicture(ownPicture())).rejects.toMatchObject({
      problem: 'limited',
      retryAfterMs: 60_000,
    });
  });
});

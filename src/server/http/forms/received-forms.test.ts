import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parse } from 'content-disposition';
import { describe, expect, test } from 'vitest';
import { listDownloads } from '#domain/downloads/list-downloads.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  closing,
  field,
  fileHeader,
  opening,
  readAnswer,
  useDownloadReceiver,
} from '#test/fixtures/download-receiver.ts';

const createReceiver = useDownloadReceiver(useDatabase());

describe('the name of a sent file', () => {
  test.each([
    ['../../x', 'x'],
    ['..\\..\\x.zip', 'x.zip'],
    ['C:\\games\\a.zip', 'a.zip'],
    ['/etc/passwd', 'passwd'],
    ['..', 'download'],
    ['.', 'download'],
    [' ', 'download'],
    ['a\u0000b.zip', 'ab.zip'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['a<b>|c?.zip', 'a_b__c_.zip'],
    ['Spiel\u200B – café.zip', 'Spiel – café.zip'],
    [`${'n'.repeat(10_000)}.zip`, `${'n'.repeat(96)}.zip`],
  ])('is saved in a form that is safe everywhere (%#)', async (sent, saved) => {
    const { sendPieces, listNames, createOwner, ask, pagePath, gameId, filesLeft } =
      await createReceiver();
    expect(await readAnswer(await sendPieces([opening(sent), 'content', closing]))).toEqual([
      200,
      'added',
    ]);
    expect(await listNames()).toEqual([['Windows', saved]]);
    const owner = await createOwner();
    const [download] = await listDownloads(owner.ctx, gameId);
    const response = await ask(owner, `${pagePath}/downloads/${download?.id}`);
    const header = response.headers.get('Content-Disposition') ?? '';
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(parse(header)).toEqual({ type: 'attachment', parameters: { filename: saved } });
    expect(await filesLeft()).toEqual([
      expect.stringMatching(/^gallery\/downloads\/..\/[0-9a-f-]{36}$/),
    ]);
  });
});

test('a file may have any bytes, and its size and checksum are recorded', async () => {
  const { sendPieces, listFiles } = await createReceiver();
  const content = Buffer.concat([
    Buffer.alloc(5_000),
    randomBytes(5_000),
    Buffer.from('\r\n--y--'),
  ]);
  const sent = await sendPieces([opening(), content.subarray(0, 7), content.subarray(7), closing]);
  expect(await readAnswer(sent)).toEqual([200, 'added']);
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(await listFiles()).toMatchObject([{ bytes: content.length, sha256 }]);
});

test.each([
  ['no name', [fileHeader('a.zip'), 'x', closing], 'bad-input'],
  ['a name of spaces', [field('name', '  '), fileHeader('a.zip'), 'x', closing], 'bad-input'],
  ['a long name', [field('name', 'n'.repeat(61)), fileHeader('a'), 'x', closing], 'bad-input'],
  [
    'a field after the file',
    [fileHeader('a'), 'x\r\n', field('name', 'Windows'), '--x--'],
    'bad-input',
  ],
  ['no file', [field('name', 'Windows'), '--x--'], 'download-empty'],
  ['an empty file', [opening(), closing], 'download-empty'],
  [
    'an unknown download',
    [field('downloadId', randomUUID()), fileHeader('a'), 'x', closing],
    'download-not-found',
  ],
  [
    'an invalid download',
    [field('downloadId', '../x'), fileHeader('a'), 'x', closing],
    'bad-input',
  ],
  ['no end', [opening(), 'content'], 'download-cut'],
  ['no form', ['{}'], 'download-cut'],
])('a form with %s is refused, and nothing of it is left', async (_what, pieces, code) => {
  const { sendPieces, expectNothing } = await createReceiver();
  expect((await readAnswer(await sendPieces(pieces)))[1]).toBe(code);
  await expectNothing();
});

test('direction controls in the name are removed, and markup is only text', async () => {
  const { sendFile, listNames } = await createReceiver();
  await sendFile({ fields: { name: '<b>Win\u202Edows</b>' } });
  expect((await listNames())[0]?.[0]).toBe('<b>Windows</b>');
});

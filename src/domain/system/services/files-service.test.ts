import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminLog, serviceSettings, sessions } from '#database/schema.ts';
import { openFileStorage, openFilesService } from '#server/bootstrap/open-file-storage.ts';
import { readConfig } from '#server/config/config.ts';
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { pictureFileName } from '../../gallery/storage/file-store.ts';
import { noServerOperations } from '../no-server-operations.ts';

const database = useDatabase();
const page = '/admin/services';
const log = pino({ level: 'silent' });
let folder = '';
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-bucket-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function createAdmin(environment: Record<string, string> = {}) {
  await database.db.delete(serviceSettings);
  await database.db.delete(adminLog);
  s3.objects.clear();
  const config = readConfig({ ...environment, DATA_DIR: folder });
  const operations = { ...noServerOperations, filesService: openFilesService(config) };
  const web = createWeb(database.db, { operations });
  const storage = await openFileStorage({ ...web.ctx, config, log });
  web.ctx.gallery.refreshFiles = () => storage.refresh();
  const { id } = await createPlayer(database.db, { role: 'admin' });
  const admin = await createSignedInVisitor(web, id);
  const send = async (intent: string, fields: Record<string, string>) =>
    textOf(await admin.post(page, { intent, ...fields }));
  return { id, admin, send, storage };
}

const bucketOf = (more: Record<string, string> = {}) => ({
  endpoint: s3.endpoint,
  bucket: s3.bucket,
  region: s3.region,
  accessKeyId: s3.accessKeyId,
  secretAccessKey: '',
  ...more,
});
const secret = () => ({ secretAccessKey: s3.secretAccessKey });

async function store(storage: { fileStore: { save(name: string, from: string): Promise<void> } }) {
  const name = pictureFileName(crypto.randomUUID(), 'ab'.repeat(32));
  const file = path.join(folder, 'upload');
  await writeFile(file, 'a picture');
  await storage.fileStore.save(name, file);
  return name;
}

test('a bucket is tested by one object, saved without showing its secret, and removed', async () => {
  const { admin, send, storage } = await createAdmin();
  expect(await send('test-files', bucketOf(secret()))).toContain('written, read and deleted');
  expect([...s3.objects.keys()]).toEqual([]);
  expect(storage.bucket).toBe(null);
  expect(await send('files', bucketOf(secret()))).toContain('Saved.');
  expect(storage.bucket).toMatchObject({ keepsFiles: false, settings: { bucket: s3.bucket } });
  expect(await (await admin.get(page)).text()).not.toContain(s3.secretAccessKey);
  const stored = await database.db.select().from(serviceSettings);
  const logged = await database.db.select().from(adminLog);
  expect(JSON.stringify(stored)).not.toContain(s3.secretAccessKey);
  expect(JSON.stringify(logged)).not.toMatch(/fake\/secret|127\.0\.0\.1/);
  expect(await send('test-files', bucketOf())).toContain('written, read and deleted');
  await send('remove-files', {});
  expect(storage.bucket).toBe(null);
});

test('a test says in words what is wrong, and nothing of what another server answers', async () => {
  const { send } = await createAdmin();
  const fails = async (more: Record<string, string>) =>
    send('test-files', bucketOf({ ...secret(), ...more }));
  expect(await fails({ secretAccessKey: 'wrong' })).toContain(
    'It does not let this key write an object',
  );
  expect(await fails({ bucket: 'other-bucket' })).toContain('There is no such bucket.');
  expect(await fails({ endpoint: 'http://127.0.0.1:1' })).toContain('It cannot be reached (');
  const inside = createServer((_, response) =>
    response.writeHead(400).end('<Code>in a page</Code>'),
  );
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as AddressInfo;
  const text = await fails({ endpoint: `http://127.0.0.1:${port}` });
  expect(text).toContain('The file service answered 400.');
  expect(text).not.toContain('in a page');
  inside.closeAllConnections();
  await new Promise((resolve) => inside.close(resolve));
});

test('the secret is typed again for another address or key, for a test too', async () => {
  const { send } = await createAdmin();
  expect(await send('files', bucketOf())).toContain('Type the secret of the key.');
  await send('files', bucketOf(secret()));
  for (const intent of ['files', 'test-files']) {
    const moved = bucketOf({ endpoint: 'https://evil.example' });
    expect(await send(intent, moved)).toContain('Type the secret again.');
    expect(await send(intent, bucketOf({ accessKeyId: 'other' }))).toContain(
      'Type the secret again.',
    );
  }
});

test('files go to the bucket if that is chosen, and then it stays the one that it is', async () => {
  const { send, storage } = await createAdmin();
  const earlier = await store(storage);
  await send('files', bucketOf({ ...secret(), keepsFiles: 'yes' }));
  const later = await store(storage);
  expect([...s3.objects.keys()]).toEqual([later]);
  for (const name of [earlier, later]) {
    const found = await storage.fileStore.open(name);
    expect(found && String(await buffer(found.stream))).toBe('a picture');
  }
  const refusal = 'Files of this site are in the bucket.';
  expect(await send('files', bucketOf())).toContain(refusal);
  expect(await send('files', bucketOf({ bucket: 'another-one', keepsFiles: 'yes' }))).toContain(
    refusal,
  );
  expect(await send('remove-files', {})).toContain(refusal);
  expect(storage.bucket).toMatchObject({ keepsFiles: true, settings: { bucket: s3.bucket } });
  // Another key for the same bucket is no other bucket.
  const other = { keepsFiles: 'yes', accessKeyId: 'other', secretAccessKey: 'other' };
  expect(await send('files', bucketOf(other))).toContain('Saved.');
  await send('files', bucketOf({ ...secret(), keepsFiles: 'yes' }));
  await storage.fileStore.remove(later);
  expect(await send('remove-files', {})).toContain('The bucket is removed.');
});

test('the environment wins, and only an admin with a fresh proof sets or tests it', async () => {
  const given = await createAdmin({
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect(await textOf(await given.admin.get(page))).toContain('(S3_ENDPOINT), which wins');
  const refused = await given.admin.post(page, { intent: 'files', ...bucketOf(secret()) });
  expect(refused.status).toBe(409);
  const { id, send } = await createAdmin();
  await database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, id));
  for (const intent of ['files', 'test-files', 'remove-files'])
    await send(intent, bucketOf(secret()));
  expect(await database.db.select().from(serviceSettings)).toEqual([]);
  expect(await database.db.select().from(adminLog)).toEqual([]);
});

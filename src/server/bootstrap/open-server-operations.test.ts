import { afterEach, expect, it } from 'vitest';
import { createSmtpMailer } from '#integrations/smtp/mailer.ts';
import { startS3Server } from '#test/fakes/s3-server.ts';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx, overrideCtx } from '#test/fixtures/factories.ts';
import { readConfig } from '../config/config.ts';
import { openServerOperations } from './open-server-operations.ts';

const database = useDatabase();
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const sender = { address: 'no-reply@guild.example', replyTo: null, problem: null };

it('a mail server, a bucket and a Redis work or fail their checks', async () => {
  const [smtp, s3] = [await startSmtpServer(), await startS3Server()];
  ends.push(smtp.stop, s3.close);
  const config = readConfig({
    ORIGIN: 'https://guild.example',
    SMTP_URL: smtp.url,
    // Nothing listens there.
    REDIS_URL: 'redis://127.0.0.1:1',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  const ctx = overrideCtx(createTestCtx(database.db), {
    accounts: { mailer: createSmtpMailer(smtp.url, sender) },
  });
  const storage = { bucket: { settings: s3, keepsFiles: true } };
  const { services } = openServerOperations({ ...ctx, config, storage });
  expect([...services.keys()]).toEqual(['mail', 'redis', 'files']);
  await services.get('mail')?.();
  await services.get('files')?.();
  await expect(services.get('redis')?.()).rejects.toThrow('ECONNREFUSED');
  s3.failNext(403, 1);
  await expect(services.get('files')?.()).rejects.toThrow('403');
  await smtp.stop();
  await expect(services.get('mail')?.()).rejects.toThrow('ECONNREFUSED');
});

it('a site without other services has nothing to check, and tells its version', () => {
  const ctx = createTestCtx(database.db);
  const operations = openServerOperations({
    ...ctx,
    config: readConfig({}),
    storage: { bucket: null },
  });
  expect([...operations.services]).toEqual([]);
  expect(operations.version).toMatch(/^\d+\.\d+\.\d+$/);
});

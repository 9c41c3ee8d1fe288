import { expect, test } from 'vitest';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { createSmtpMailer } from './mailer.ts';

const silent = { info() {}, warn() {}, error() {} };

test('a mail reaches the configured server', async () => {
  const server = await startSmtpServer();
  try {
    const received = server.nextMail();
    const mailer = createSmtpMailer(server.url, silent);
    await mailer.send({ to: 'ada@example.test', subject: 'Hello', text: 'Open this link' });
    const mail = await received;
    expect(mail).toContain('To: ada@example.test');
    expect(mail).toContain('Subject: Hello');
    expect(mail).toContain('Open this link');
  } finally {
    await server.stop();
  }
});

test('an unreachable server is logged, and the caller continues', async () => {
  const server = await startSmtpServer();
  await server.stop();
  const logged = new Promise<string>((resolve) => {
    const log = { ...silent, error: (_details: object, message: string) => resolve(message) };
    void createSmtpMailer(server.url, log).send({ to: 'a@b.test', subject: 'x', text: 'secret' });
  });
  expect(await logged).toBe('mail could not be sent');
});

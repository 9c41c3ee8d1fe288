import { expect, test } from 'vitest';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { createSmtpMailer } from './mailer.ts';

test('a mail reaches the configured server', async () => {
  const server = await startSmtpServer();
  try {
    const received = server.nextMail();
    const mailer = createSmtpMailer(server.url);
    await mailer.send({ to: 'ada@example.test', subject: 'Hello', text: 'Open this link' });
    const mail = await received;
    expect(mail).toContain('To: ada@example.test');
    expect(mail).toContain('Subject: Hello');
    expect(mail).toContain('Open this link');
  } finally {
    await server.stop();
  }
});

test('an unreachable server is an error, so that the mail is tried again', async () => {
  const server = await startSmtpServer();
  await server.stop();
  const mail = { to: 'a@b.test', subject: 'x', text: 'secret' };
  await expect(createSmtpMailer(server.url).send(mail)).rejects.toThrow();
});

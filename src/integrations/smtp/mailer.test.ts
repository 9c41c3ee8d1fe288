import { expect, test } from 'vitest';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { createSmtpMailer } from './mailer.ts';

const sender = { address: 'no-reply@guild.example', replyTo: null, problem: null };

test('a mail reaches the configured server', async () => {
  const server = await startSmtpServer();
  try {
    const received = server.nextMail();
    const mailer = createSmtpMailer(server.url, sender);
    await mailer.send({ to: 'ada@example.test', subject: 'Hello', text: 'Open this link' });
    const mail = await received;
    expect(mail).toContain('To: ada@example.test');
    expect(mail).toContain('Subject: Hello');
    expect(mail).toContain('Open this link');
  } finally {
    await server.stop();
  }
});

test('a mail that can be stopped says where, if the place is https', async () => {
  const server = await startSmtpServer();
  try {
    const mailer = createSmtpMailer(server.url, sender);
    const mail = { to: 'ada@example.test', subject: 'Hello', text: 'Text' };
    const url = `https://guildhall.test/unsubscribe?token=${'a'.repeat(100)}`;
    const received = server.nextMail();
    await mailer.send({ ...mail, unsubscribeUrl: url });
    // Long headers are folded (RFC 5322).
    const text = (await received).replaceAll(/\r?\n\s+/g, ' ');
    expect(text).toContain(`List-Unsubscribe: <${url}>`);
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const second = server.nextMail();
    await mailer.send({ ...mail, unsubscribeUrl: 'http://localhost/unsubscribe' });
    expect(await second).not.toContain('List-Unsubscribe');
  } finally {
    await server.stop();
  }
});

test('an unreachable server is an error, so that the mail is tried again', async () => {
  const server = await startSmtpServer();
  await server.stop();
  const mail = { to: 'a@b.test', subject: 'x', text: 'secret' };
  await expect(createSmtpMailer(server.url, sender).send(mail)).rejects.toThrow();
});

test('a mail comes from the address of the sender with the name of the site, and says where answers go', async () => {
  const server = await startSmtpServer();
  try {
    const mailer = createSmtpMailer(server.url, { ...sender, replyTo: 'help@guild.example' });
    const received = server.nextMail();
    await mailer.send({ from: 'The Guild', to: 'ada@example.test', subject: 'Hello', text: 'Hi' });
    const mail = await received;
    expect(mail).toContain('From: The Guild <no-reply@guild.example>');
    expect(mail).toContain('Reply-To: help@guild.example');
    expect(mail).toMatch(/^MAIL FROM:<no-reply@guild\.example>/m);
  } finally {
    await server.stop();
  }
});

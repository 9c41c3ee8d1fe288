import { expect, test } from 'vitest';
import { createMail } from '#domain/accounts/emails/create-mail.ts';
import type { MailBlock } from '#domain/accounts/emails/mailer.ts';
import { MailNotSentError } from '#shared/errors/mail-not-sent-error.ts';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { createSmtpMailer } from './mailer.ts';
import { renderMail } from './render-mail.ts';

const site = {
  origin: 'https://guild.example',
  name: 'Guild & <Friends>',
  accent: { light: '', dark: '#8fd0ff' },
};
const createTestMail = (blocks: MailBlock[] = ['Text'], unsubscribeUrl?: string) =>
  createMail(site, {
    to: 'ada@example.test',
    subject: 'Hello',
    blocks,
    ...(unsubscribeUrl && { unsubscribeUrl }),
  });

const sender = { address: 'no-reply@guild.example', replyTo: null, problem: null };

test('a mail reaches the configured server', async () => {
  const server = await startSmtpServer();
  try {
    const received = server.nextMail();
    const mailer = createSmtpMailer(server.url, sender);
    await mailer.send(createTestMail(['Open this link']));
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
    const url = `https://guildhall.test/unsubscribe?token=${'a'.repeat(100)}`;
    const received = server.nextMail();
    await mailer.send(createTestMail(['Text'], url));
    // Long headers are folded (RFC 5322).
    const text = (await received).replaceAll(/\r?\n\s+/g, ' ');
    expect(text).toContain(`List-Unsubscribe: <${url}>`);
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const second = server.nextMail();
    await mailer.send(createTestMail(['Text'], 'http://localhost/unsubscribe'));
    expect(await second).not.toContain('List-Unsubscribe');
  } finally {
    await server.stop();
  }
});

test('an unreachable server is an error in words, so that the mail is tried again', async () => {
  const server = await startSmtpServer();
  await server.stop();
  const mail = createTestMail(['secret']);
  const sent = createSmtpMailer(server.url, sender).send(mail);
  await expect(sent).rejects.toThrow(MailNotSentError);
  await expect(sent).rejects.toThrow(
    /^The (mail server cannot be reached|connection to the mail server broke)\./,
  );
});

test('a mail comes from the address of the sender with the name of the site, and says where answers go', async () => {
  const server = await startSmtpServer();
  try {
    const mailer = createSmtpMailer(server.url, { ...sender, replyTo: 'help@guild.example' });
    const received = server.nextMail();
    await mailer.send({ ...createTestMail(), site: { ...site, name: 'The Guild' } });
    const mail = await received;
    expect(mail).toContain('From: The Guild <no-reply@guild.example>');
    expect(mail).toContain('Reply-To: help@guild.example');
    expect(mail).toMatch(/^MAIL FROM:<no-reply@guild\.example>/m);
  } finally {
    await server.stop();
  }
});

test('a mail comes from the sender that the site has instead', async () => {
  const server = await startSmtpServer();
  try {
    const received = server.nextMail();
    const own = { address: 'games@club.example', replyTo: 'help@club.example' };
    await createSmtpMailer(server.url, sender).send({
      ...createTestMail(),
      site: { ...site, sender: own },
    });
    const mail = await received;
    expect(mail).toMatch(/^MAIL FROM:<games@club\.example>/m);
    expect(mail).toContain('Reply-To: help@club.example');
    expect(mail).not.toContain(sender.address);
  } finally {
    await server.stop();
  }
});

test('a mail has its text twice: plain, and as HTML with the name, the colour and the logo of the site', async () => {
  const server = await startSmtpServer();
  try {
    const received = server.nextMail();
    const link = { label: 'Confirm', url: 'https://guild.example/confirm?token=a_b' };
    const mail = createTestMail([
      'Welcome, <b>Ada</b>!',
      { list: ['one', 'two'] },
      { text: 'Open this:', links: [link] },
      {
        text: 'No more:',
        links: [{ label: 'Unsubscribe', url: 'https://guild.example/u' }],
        isMinor: true,
      },
    ]);
    expect(mail.text).toBe(
      `Welcome, <b>Ada</b>!\n\n- one\n- two\n\nOpen this:\n${link.url}\n\nNo more:\nhttps://guild.example/u`,
    );
    await createSmtpMailer(server.url, sender).send(mail);
    expect(await received).toMatch(
      /multipart\/alternative[\s\S]*Content-Type: text\/plain[\s\S]*Content-Type: text\/html/,
    );
    const html = renderMail(mail);
    expect(html).toContain('Welcome, &lt;b&gt;Ada&lt;/b&gt;!');
    expect(html).toContain('Guild &amp; &lt;Friends&gt;');
    expect(html.match(/href="[^"]*"/g)).toEqual(
      [link.url, link.url, 'https://guild.example/u', site.origin].map((url) => `href="${url}"`),
    );
    expect(html).toContain('.button { background-color: #8fd0ff !important }');
    // Nothing else is loaded from elsewhere.
    expect(html.match(/(?:src|url)[=(]"?[^" )]*/g)).toEqual([`src="${site.origin}/icon-192.png`]);
  } finally {
    await server.stop();
  }
});

test('a mail fits into what mail programs show without cutting it', () => {
  const list = Array.from({ length: 50 }, (_, n) => `Notification ${n} ${'x'.repeat(200)}`);
  // Gmail cuts a mail after 102 KB.
  expect(Buffer.byteLength(renderMail(createTestMail([{ list }])))).toBeLessThan(40_000);
});

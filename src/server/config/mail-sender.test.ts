import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { chooseMailSender } from './mail-sender.ts';

const SMTP_URL = 'smtp://key:secret@smtp.service.example:587';
const choose = (environment: Record<string, string>) =>
  chooseMailSender(readConfig({ SMTP_URL, ...environment }));

it('without MAIL_FROM mails come from the domain of the site, not of the mail server', () => {
  expect(choose({ ORIGIN: 'https://guild.example' })).toEqual({
    address: 'no-reply@guild.example',
    replyTo: null,
    problem: null,
  });
});

it.each(['http://localhost:3000', 'http://192.0.2.7', 'http://[2001:db8::1]:3000'])(
  'with %s, which has no domain, mails come from the mail server’s, with a warning',
  (ORIGIN) => {
    const sender = choose({ ORIGIN });
    expect(sender?.address).toBe('no-reply@smtp.service.example');
    expect(sender?.problem).toContain('Set MAIL_FROM');
    expect(choose({ ORIGIN, MAIL_FROM: 'games@guild.example' })?.address).toBe(
      'games@guild.example',
    );
  },
);

it.each([
  ['games@guild.example', 'https://guild.example', true],
  ['games@guild.example', 'https://www.guild.example', true],
  ['games@guild.example', 'https://play.guild.example', true],
  ['games@mail.guild.example', 'https://www.guild.example', true],
  ['games@Guild.Example', 'https://guild.example', true],
  ['games@elsewhere.example', 'https://guild.example', false],
  ['games@otherguild.example', 'https://guild.example', false],
])('MAIL_FROM=%s with ORIGIN=%s is of the domain of the site: %s', (MAIL_FROM, ORIGIN, isOwn) => {
  const MAIL_REPLY_TO = 'help@club.example';
  const sender = choose({ MAIL_FROM, ORIGIN, MAIL_REPLY_TO });
  expect(sender).toMatchObject({ address: MAIL_FROM, replyTo: MAIL_REPLY_TO });
  if (isOwn) expect(sender?.problem).toBeNull();
  else expect(sender?.problem).toContain('receivers refuse such mails');
});

it('without a mail server there is no sender', () => {
  expect(chooseMailSender(readConfig({ ORIGIN: 'https://guild.example' }))).toBeNull();
});

it.each(['Guild <no-reply@guild.example>', 'guild.example', 'a@b.example\r\nBcc: c@d.example'])(
  'the address %j stops the start with one line',
  (value) => {
    for (const name of ['MAIL_FROM', 'MAIL_REPLY_TO']) {
      expect(() => readConfig({ [name]: value })).toThrow(
        new RegExp(`^Setting ${name} must be an email address without a name[^\\n]*$`),
      );
    }
  },
);

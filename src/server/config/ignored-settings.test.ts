// cspell:ignore TRUSTPROXY TURST ACESS BLRP
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig, settingNames } from './config.ts';

const listIgnored = (environment: Record<string, string>) =>
  readConfig(environment).ignoredSettings;

describe('a name that is nearly one of a setting', () => {
  it.each([
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['TURST_PROXY', 'TRUST_PROXY'],
    ['trust_proxy', 'TRUST_PROXY'],
    ['ORIGINS', 'ORIGIN'],
    ['GUILDHALL_ORIGIN', 'ORIGIN'],
    ['GUILDHALL_SECRETS', 'GUILDHALL_SECRET'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['S3_ACCESS_KEY', null],
    ['S3_ACESS_KEY_ID', 'S3_ACCESS_KEY_ID'],
    ['OIDC_ISSUER_', 'OIDC_ISSUER'],
    ['UPLOADCARE_PUBLIC_KEYS', 'UPLOADCARE_PUBLIC_KEY'],
    ['RETENTION_FAILED_MAIL', 'RETENTION_FAILED_MAILS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('%s gets a line that names %s', (name, meant) => {
    expect(listIgnored({ [name]: 'a secret value' })).toEqual(
      meant === null ? [] : [`${name} is no setting and is ignored. Do you mean ${meant}?`],
    );
  });

  it.each([
    ['PATH', '/usr/bin'],
    ['HOSTNAME', 'guild'],
    ['PORTS', '80'],
    ['HOSTS', 'a'],
    ['NODE_ENV', 'production'],
    ['DATABASE_USER', 'ada'],
    ['SMTP_HOST', 'mail.example'],
    ['HTTP_URL', 'http://a'],
    ['OTEL_BLRP_SCHEDULE_DELAY', '5'],
    ['TRUST_PROXIES', ' '],
    // Kubernetes describes a service that is named guildhall.
    ['GUILDHALL_PORT', 'tcp://10.0.0.7:3000'],
    ['GUILDHALL_SERVICE_HOST', '10.0.0.7'],
    ['GUILDHALL_PORT_3000_TCP_ADDR', '10.0.0.7'],
  ])('%s=%s belongs to another program or is not set', (name, value) => {
    expect(listIgnored({ [name]: value })).toEqual([]);
  });

  it('is named by the error about the setting that is missing', () => {
    const given = { SMTP_URL: 'smtp://mail.example', ORIGINS: 'https://guild.example' };
    expect(() => readConfig(given)).toThrow(
      /^Setting ORIGIN is needed with SMTP_URL[^\n]*; ORIGINS is no setting$/,
    );
  });
});

describe('a setting without the one that it depends on', () => {
  it.each([
    [{ S3_BUCKET: 'guild', S3_REGION: 'eu' }, 'S3_BUCKET, S3_REGION are ignored: S3_ENDPOINT is'],
    [{ OIDC_CLIENT_ID: 'id' }, 'OIDC_CLIENT_ID is ignored: OIDC_ISSUER is'],
    [{ OIDC_ROLE_ADMIN: 'root' }, 'OIDC_ROLE_ADMIN is ignored: OIDC_ROLE_CLAIM is'],
    [
      { UPLOADCARE_CDN_URL: 'https://cdn.example' },
      'UPLOADCARE_CDN_URL is ignored: UPLOADCARE_PUBLIC_KEY is',
    ],
    [{ MAIL_FROM: 'a@guild.example' }, 'MAIL_FROM is ignored: SMTP_URL is'],
    [{ RAWG_URL: 'https://rawg.example' }, 'RAWG_URL is ignored: RAWG_API_KEY is'],
  ])('%j gets one line', (environment, line) => {
    expect(listIgnored(environment)).toEqual([`${line} not set.`]);
  });

  it('gets no line when the other one is set', () => {
    const environment = {
      ORIGIN: 'https://guild.example/',
      SMTP_URL: 'smtp://mail.example',
      MAIL_REPLY_TO: 'a@guild.example',
      RAWG_API_KEY: 'key',
      RAWG_URL: 'https://rawg.example',
      HSTS_SUBDOMAINS: '1',
    };
    expect(listIgnored(environment)).toEqual([]);
  });

  it('gets no line with the values of the example file', () => {
    const lines = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm);
    const example = Object.fromEntries(
      [...lines].map(([, name = '', value = '']) => [name, value]),
    );
    expect(listIgnored(example)).toEqual([]);
    const names = Object.keys(example).filter((name) => !name.startsWith('OTEL_'));
    expect(names.toSorted()).toEqual(settingNames.toSorted());
  });
});

describe('what is behind the host of an origin', () => {
  it.each([
    ['ORIGIN', 'https://guild.example/shop', 'https://guild.example'],
    ['ORIGIN', 'https://guild.example?a=b', 'https://guild.example'],
    ['ORIGIN', 'https://ada:secret@guild.example', 'https://guild.example'],
    ['GAMES_ORIGIN', 'https://guild-games.example/play/', 'https://guild-games.example'],
    [
      'CORS_ORIGINS',
      'https://a.example/, https://b.example/x https://c.example#y',
      'https://b.example, https://c.example',
    ],
  ])('of %s=%s gets one line', (name, value, used) => {
    expect(listIgnored({ ORIGIN: 'https://guild.example', [name]: value })).toEqual([
      `${name} has more than scheme, host and port: only ${used} is used.`,
    ]);
  });

  it('gets a line if HSTS is to include hosts, which needs https', () => {
    expect(listIgnored({ ORIGIN: 'http://guild.example', HSTS_SUBDOMAINS: '1' })).toEqual([
      'HSTS_SUBDOMAINS is ignored: ORIGIN does not start with https:.',
    ]);
  });
});

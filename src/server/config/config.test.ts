import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { getDefaultWebProcesses } from './web-processes.ts';

describe('the settings', () => {
  it('have the documented defaults, also when given empty', () => {
    const config = readConfig({ PORT: '', ORIGIN: ' ', LOG_LEVEL: '' });
    expect(config).toMatchObject({
      PORT: 3000,
      WEB_PROCESSES: 1,
      DATA_DIR: './data',
      GAME_PRICE: 9_99,
      TOP_UP_DAILY: 500_00,
      PLAY_CYCLE_MS: 15_000,
      AWARDS_PER_DAY: 200,
      LOG_LEVEL: 'info',
      TRUST_PROXY: 0,
    });
    expect(config.ORIGIN).toBeUndefined();
    expect(config.RAWG_API_KEY).toBeUndefined();
    expect(config.RAWG_URL).toBe('https://api.rawg.io/api');
  });

  it.each([
    [1, 1, 1],
    [2, 1, 2],
    [3, 2, 3],
    [4, 3, 4],
    [64, 3, 4],
  ])(
    '%i cores have %i web processes with the embedded database and %i with another',
    (cores, embedded, other) => {
      const count = (hasEmbeddedDatabase: boolean) =>
        getDefaultWebProcesses({ isProduction: true, hasEmbeddedDatabase, cores });
      expect([count(true), count(false)]).toEqual([embedded, other]);
    },
  );

  it('have one web process outside of production, and any number that is set', () => {
    const one = { isProduction: false, hasEmbeddedDatabase: false, cores: 8 };
    expect(getDefaultWebProcesses(one)).toBe(1);
    expect(readConfig({ NODE_ENV: 'production', WEB_PROCESSES: '7' }).WEB_PROCESSES).toBe(7);
    expect(() => readConfig({ WEB_PROCESSES: '0' })).toThrow('Setting WEB_PROCESSES must be');
  });

  it('reads amounts as cents and an origin without its path', () => {
    const config = readConfig({ GAME_PRICE: '4.5', ORIGIN: 'https://guild.example/shop' });
    expect(config).toMatchObject({ GAME_PRICE: 4_50, ORIGIN: 'https://guild.example' });
  });

  it.each([
    ['https://guild.example', 'https://guild-games.example/path', null],
    ['https://www.guild.example', 'https://games.guild.example', null],
    ['http://localhost:3000', 'http://127.0.0.1:3000', null],
    ['http://localhost:3000', 'https://games.example', null],
    ['https://guild.example', 'https://guild.example', 'must have another host'],
    ['https://guild.example', 'https://guild.example:8443', 'must have another host'],
    ['https://guild.example', 'https://GAMES.guild.example', 'below or above'],
    ['https://www.guild.example', 'https://guild.example', 'below or above'],
    ['http://localhost:3000', 'http://games.localhost:3000', 'below or above'],
    ['https://guild.example', 'http://games.example', 'must start with https:'],
    ['https://guild.example', 'https://192.0.2.7', 'must have a host with a name'],
    ['https://guild.example', 'https://[2001:db8::1]', 'must have a host with a name'],
    ['https://guild.example', 'ftp://games.example', 'must be a URL'],
    ['', 'https://games.example', 'needs ORIGIN'],
  ])('with ORIGIN %s and GAMES_ORIGIN %s', (ORIGIN, GAMES_ORIGIN, problem) => {
    const read = () => readConfig({ ORIGIN, GAMES_ORIGIN });
    if (problem === null) expect(read().GAMES_ORIGIN).toBe(new URL(GAMES_ORIGIN).origin);
    else expect(read).toThrow(new RegExp(`^Setting GAMES_ORIGIN [^\\n]*${problem}[^\\n]*$`));
  });

  it('rejects SMTP_URL without ORIGIN', () => {
    const SMTP_URL = 'smtp://mail.example';
    expect(() => readConfig({ SMTP_URL })).toThrow(
      /^Setting ORIGIN is needed with SMTP_URL[^\n]*$/,
    );
    expect(readConfig({ SMTP_URL, ORIGIN: 'https://guild.example' }).SMTP_URL).toBe(SMTP_URL);
  });

  it('reads single sign-on only with all its settings', () => {
    expect(readConfig({ OIDC_CLIENT_ID: 'id' }).signOn).toBeNull();
    const given = {
      ORIGIN: 'https://guild.example',
      OIDC_ISSUER: 'https://ID.example',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
    };
    for (const name of ['ORIGIN', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) {
      expect(() => readConfig({ ...given, [name]: '' })).toThrow(
        `Setting ${name} is needed with OIDC_ISSUER`,
      );
    }
    expect(readConfig(given).signOn).toEqual({
      issuer: 'https://id.example/',
      clientId: 'id',
      clientSecret: 'secret',
      scopes: ['openid', 'profile', 'email'],
      buttonText: 'Log in with single sign-on',
      allowsSignUp: true,
      roleClaim: null,
    });
    const more = {
      OIDC_BUTTON_TEXT: 'Log in with Guild ID',
      OIDC_SIGN_UP: '0',
      OIDC_SCOPES: 'email, groups',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLE_ADMIN: 'root, owners',
    };
    expect(readConfig({ ...given, ...more }).signOn).toMatchObject({
      scopes: ['openid', 'email', 'groups'],
      buttonText: 'Log in with Guild ID',
      allowsSignUp: false,
      roleClaim: { name: 'groups', moderator: ['moderator'], admin: ['root', 'owners'] },
    });
  });

  it('reads secrets of at least 32 characters, the newest first', () => {
    const [one, other] = ['a'.repeat(32), 'b'.repeat(40)];
    expect(readConfig({}).GUILDHALL_SECRET).toEqual([]);
    expect(readConfig({ GUILDHALL_SECRET: ` ${one}, ${other},${one}` }).GUILDHALL_SECRET).toEqual([
      one,
      other,
    ]);
    for (const GUILDHALL_SECRET of ['a'.repeat(31), `${one},`, `${one},short`]) {
      expect(() => readConfig({ GUILDHALL_SECRET })).toThrow(
        /^Setting GUILDHALL_SECRET must be secrets of at least 32 characters[^\n]*$/,
      );
    }
  });

  it('reads CORS origins, and a bucket only with all its settings', () => {
    const CORS_ORIGINS = 'https://guild.example/shop, http://localhost:5000';
    expect(readConfig({ CORS_ORIGINS }).CORS_ORIGINS).toEqual([
      'https://guild.example',
      'http://localhost:5000',
    ]);
    expect(readConfig({}).s3).toBeNull();
    const some = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'guild', S3_ACCESS_KEY_ID: 'id' };
    expect(() => readConfig(some)).toThrow(
      'Setting S3_SECRET_ACCESS_KEY is needed with S3_ENDPOINT',
    );
    expect(readConfig({ ...some, S3_SECRET_ACCESS_KEY: 'secret' }).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'guild',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
  });

  it('reads both keys of an external file service or neither, with default or other URLs', () => {
    expect(readConfig({ UPLOADCARE_CDN_URL: 'https://cdn.example' }).uploadcare).toBeNull();
    const keys = { UPLOADCARE_PUBLIC_KEY: 'public', UPLOADCARE_SECRET_KEY: 'secret' };
    for (const name of Object.keys(keys)) {
      const missing = { ...keys, [name]: '' };
      expect(() => readConfig(missing)).toThrow(`Setting ${name} is needed with UPLOADCARE_`);
    }
    expect(readConfig(keys).uploadcare).toEqual({
      publicKey: 'public',
      secretKey: 'secret',
      uploadUrl: 'https://upload.uploadcare.com',
      partsUrl: 'https://uploadcare.s3-accelerate.amazonaws.com',
      apiUrl: 'https://api.uploadcare.com',
      cdnUrl: 'https://5z0gx06szt.ucarecd.net',
    });
    const elsewhere = { ...keys, UPLOADCARE_UPLOAD_URL: 'https://files.example/api/upload' };
    expect(readConfig(elsewhere).uploadcare).toMatchObject({
      uploadUrl: elsewhere.UPLOADCARE_UPLOAD_URL,
      partsUrl: null,
    });
  });

  it('use the project’s own CDN for external pictures, as Uploadcare’s client derives it, or a configured one', () => {
    const keys = { UPLOADCARE_PUBLIC_KEY: 'demopublickey', UPLOADCARE_SECRET_KEY: 'secret' };
    // The `cdnUrl` of `uploadFile` of @uploadcare/upload-client 6.21.0 with this key.
    expect(readConfig(keys).uploadcare?.cdnUrl).toBe('https://1s4oyld5dc.ucarecd.net');
    const older = { ...keys, UPLOADCARE_CDN_URL: 'https://ucarecdn.com' };
    expect(readConfig(older).uploadcare?.cdnUrl).toBe('https://ucarecdn.com');
  });

  it.each([
    'postgresql://ada:secret@/guildhall?host=/run/postgresql',
    'postgresql:///guildhall?host=/run/postgresql',
    'postgres://ada:secret@db.example:5433/guildhall',
    'postgres://ada:secret@one:5432,two:5433/guildhall',
  ])('accept the database URL %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['ORIGIN', 'guild.example'],
    ['ORIGIN', 'ftp://guild.example'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DATABASE_URL', 'postgres://ada:secret@one,,two/guildhall'],
    ['WEB_PROCESSES', '0'],
    ['WEB_PROCESSES', '33'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://ada:secret@/'],
    ['RAWG_URL', 'api.rawg.io'],
    ['GAME_PRICE', '-1'],
    ['GAME_PRICE', '9.999'],
    ['PLAY_CYCLE_MS', '0'],
    ['AWARDS_PER_DAY', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['CORS_ORIGINS', 'guild.example'],
    ['CORS_ORIGINS', 'https://guild.example *'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_ISSUER', 'https://id.example/?tenant=1'],
    ['OIDC_SIGN_UP', 'yes'],
    ['OIDC_BUTTON_TEXT', 'x'.repeat(41)],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_BUCKET', '../other'],
  ])('reject %s=%s with one line that names the setting', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^Setting ${name} [^\\n]+$`));
  });

  it('name the possible values of LOG_LEVEL', () => {
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(
      /^Setting LOG_LEVEL must be one of fatal, error, warn, info, debug, silent$/,
    );
    expect(readConfig({ LOG_LEVEL: ' debug ' }).LOG_LEVEL).toBe('debug');
  });
});

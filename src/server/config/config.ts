import { z } from 'zod';
import { DatabaseUrlError, parseDatabaseUrl } from '#database/hosts/database-url.ts';
import { priceConstants } from '#shared/constants/catalog/prices.ts';
import { retentionDays } from '#shared/constants/server/retention-days.ts';
import { secretConstants } from '#shared/constants/server/secrets.ts';
import { parseDecimal } from '#shared/format/amounts/money.ts';
import { findGamesOriginProblem } from './games-origin.ts';
import { type GivenSetting, listGivenSettings } from './given-settings.ts';
import { findMisspeltNames, listIgnoredSettings } from './ignored-settings.ts';
import { mailAddress } from './mail-sender.ts';
import { choice, integer, optional } from './setting-types.ts';
import { type SignOnSettings, signOnSettingNames, signOnSettings } from './sign-on-settings.ts';
import { getUploadcareCdnUrl, uploadcareUrls as vendor } from './uploadcare-urls.ts';
import { getDefaultWebProcesses, webProcessesMax } from './web-processes.ts';

/** A setting is invalid. The message is the line that the operator sees. */
export class ConfigError extends Error {}

/** A number of days, up to a century. */
const days = (fallback: number) => integer(fallback, 1, 36_500);
const amount = (fallback: number, minCents: number, maxCents: number) =>
  optional.transform((value, issues) => {
    if (value === undefined) return fallback;
    const cents = parseDecimal(value);
    if (cents !== null && cents >= minCents && cents <= maxCents) return cents;
    issues.addIssue({
      code: 'custom',
      message: `must be an amount from ${minCents / 100} to ${maxCents / 100} with at most two decimals`,
    });
    return z.NEVER;
  });
const url = (protocols: string[]) =>
  optional.transform((value, issues) => {
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed?.hostname && protocols.includes(parsed.protocol)) return value;
    issues.addIssue({
      code: 'custom',
      message: `must be a URL starting ${protocols.join(' or ')} with a host`,
    });
    return z.NEVER;
  });

const origin = url(['http:', 'https:']).transform((value) => value && new URL(value).origin);

/** A Postgres URL. It may name several hosts, or none for a socket. */
const databaseUrl = optional.transform((value, issues) => {
  if (value === undefined) return undefined;
  try {
    parseDatabaseUrl(value);
    return value;
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    issues.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

/** Origins, separated by commas or spaces. */
const origins = optional.transform((value, issues) => {
  const urls = value?.split(/[\s,]+/).filter(Boolean) ?? [];
  if (urls.every((one) => /^https?:\/\//.test(one) && URL.canParse(one))) {
    return urls.map((one) => new URL(one).origin);
  }
  issues.addIssue({ code: 'custom', message: 'must be origins such as https://guild.example' });
  return z.NEVER;
});

/** Secrets, separated by commas. */
const secrets = optional.transform((value, issues) => {
  const all = value?.split(',').map((one) => one.trim()) ?? [];
  if (all.every((one) => one.length >= secretConstants.lengthMin)) return [...new Set(all)];
  issues.addIssue({
    code: 'custom',
    message: `must be secrets of at least ${secretConstants.lengthMin} characters, separated by commas`,
  });
  return z.NEVER;
});

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const requiredForS3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const shape = {
  PORT: integer(3000, 0, 65_535),
  HOST: optional.transform((value) => value ?? '0.0.0.0'),
  ORIGIN: origin,
  GAMES_ORIGIN: origin,
  HSTS_SUBDOMAINS: integer(0, 0, 1).transform((value) => value === 1),
  CORS_ORIGINS: origins,
  DATA_DIR: optional.transform((value) => value ?? './data'),
  GUILDHALL_SECRET: secrets,
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  REDIS_URL: url(['redis:', 'rediss:']),
  BACKUP_DIR: optional,
  BACKUP_NIGHTLY: integer(0, 0, 1).transform((value) => value === 1),
  BACKUP_KEEP: integer(7, 1, 1_000),
  RETENTION_READ_NOTIFICATIONS: days(retentionDays.readNotifications),
  RETENTION_UNREAD_NOTIFICATIONS: days(retentionDays.unreadNotifications),
  RETENTION_FAILED_MAILS: days(retentionDays.failedMails),
  RETENTION_EMPTY_PLAY_SESSIONS: days(retentionDays.emptyPlaySessions),
  RETENTION_AWARD_COUNTS: days(retentionDays.awardCounts),
  WEB_PROCESSES: integer(null, 1, webProcessesMax),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: mailAddress,
  MAIL_REPLY_TO: mailAddress,
  S3_ENDPOINT: url(['https:', 'http:']),
  S3_BUCKET: optional.pipe(z.string().regex(bucketPattern, 'is no name of a bucket').optional()),
  S3_REGION: optional.transform((value) => value ?? 'us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  UPLOADCARE_PUBLIC_KEY: optional,
  UPLOADCARE_SECRET_KEY: optional,
  UPLOADCARE_UPLOAD_URL: url(['https:', 'http:']),
  UPLOADCARE_API_URL: url(['https:', 'http:']),
  UPLOADCARE_CDN_URL: url(['https:', 'http:']),
  RAWG_API_KEY: optional,
  RAWG_URL: url(['https:', 'http:']).transform((value) => value ?? 'https://api.rawg.io/api'),
  GAME_PRICE: amount(priceConstants.defaultCents, 1, 10_000_00),
  TOP_UP_DAILY: amount(500_00, 0, 100_000_00),
  PLAY_CYCLE_MS: integer(15_000, 600, 86_400_000),
  AWARDS_PER_DAY: integer(200, 0, 1_000_000),
  MARKET_FEE_PERCENT: integer(0, 0, 50),
  DOWNLOAD_FILE_MB: integer(2_000, 1, 5_000),
  DOWNLOADS_PER_GAME: integer(10, 1, 50),
  DOWNLOADS_TOTAL_GB: integer(20, 0, 100_000),
  METRICS_TOKEN: optional,
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
  TRUST_PROXY: integer(0, 0, 10),
};

const settings = z
  .object(shape)
  .superRefine((given, issues) => {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
      if (!given[name] || given.DATABASE_URL) continue;
      issues.addIssue({
        code: 'custom',
        path: ['DATABASE_URL'],
        message: `is needed with ${name}`,
      });
    }
  })
  .superRefine(({ SMTP_URL, ORIGIN }, issues) => {
    // Links with secret tokens must not use the host of a request's Host header.
    if (!SMTP_URL || ORIGIN) return;
    issues.addIssue({
      code: 'custom',
      path: ['ORIGIN'],
      message: 'is needed with SMTP_URL: links in mails start with it',
    });
  })
  .superRefine(({ GAMES_ORIGIN, ORIGIN }, issues) => {
    const message = GAMES_ORIGIN ? findGamesOriginProblem(GAMES_ORIGIN, ORIGIN) : null;
    if (message) issues.addIssue({ code: 'custom', path: ['GAMES_ORIGIN'], message });
  })
  .superRefine((given, issues) => {
    for (const name of requiredForS3) {
      if (!given.S3_ENDPOINT || given[name]) continue;
      issues.addIssue({ code: 'custom', path: [name], message: 'is needed with S3_ENDPOINT' });
    }
  })
  .superRefine(({ UPLOADCARE_PUBLIC_KEY: publicKey, UPLOADCARE_SECRET_KEY: secretKey }, issues) => {
    if (Boolean(publicKey) === Boolean(secretKey)) return;
    const [name, other] = publicKey
      ? ['UPLOADCARE_SECRET_KEY', 'UPLOADCARE_PUBLIC_KEY']
      : ['UPLOADCARE_PUBLIC_KEY', 'UPLOADCARE_SECRET_KEY'];
    issues.addIssue({ code: 'custom', path: [name], message: `is needed with ${other}` });
  })
  .transform(({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, ...rest }) => {
    const { S3_SECRET_ACCESS_KEY, ...others } = rest;
    if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
      return { ...others, s3: null };
    }
    const s3 = {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    };
    return { ...others, s3 };
  })
  .transform(({ UPLOADCARE_PUBLIC_KEY: publicKey, UPLOADCARE_SECRET_KEY: secretKey, ...rest }) => {
    const { UPLOADCARE_UPLOAD_URL, UPLOADCARE_API_URL, UPLOADCARE_CDN_URL, ...others } = rest;
    if (!publicKey || !secretKey) return { ...others, uploadcare: null };
    const uploadcare = {
      publicKey,
      secretKey,
      uploadUrl: UPLOADCARE_UPLOAD_URL ?? vendor.uploadUrl,
      apiUrl: UPLOADCARE_API_URL ?? vendor.apiUrl,
      cdnUrl: UPLOADCARE_CDN_URL ?? getUploadcareCdnUrl(publicKey),
      // Parts of large files are sent directly to Uploadcare's bucket.
      partsUrl: UPLOADCARE_UPLOAD_URL ? null : vendor.partsUrl,
    };
    return { ...others, uploadcare };
  });

export type Config = Omit<z.infer<typeof settings>, 'WEB_PROCESSES'> & {
  WEB_PROCESSES: number;
  signOn: SignOnSettings;
  /** A line for each setting that has no effect. */
  ignoredSettings: readonly string[];
  /** What the environment gives, for admins, without secrets. */
  givenSettings: readonly GivenSetting[];
};

/** The names of all settings, without those of OpenTelemetry, whose libraries read more than we know. */
export const settingNames: readonly string[] = [...Object.keys(shape), ...signOnSettingNames];

/**
 * Reads the settings from the environment. An empty setting counts as missing.
 * @throws ConfigError with the name of the first invalid setting.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(environment);
  const signOn = signOnSettings.safeParse(environment);
  if (parsed.success && signOn.success) {
    const { data } = parsed;
    const WEB_PROCESSES =
      data.WEB_PROCESSES ??
      getDefaultWebProcesses({
        isProduction: environment.NODE_ENV === 'production',
        hasEmbeddedDatabase: data.DATABASE_URL === undefined,
      });
    const ignoredSettings = listIgnoredSettings(environment, settingNames);
    const givenSettings = listGivenSettings(environment, settingNames);
    return { ...data, WEB_PROCESSES, signOn: signOn.data, ignoredSettings, givenSettings };
  }
  const issue = (parsed.error ?? signOn.error)?.issues[0];
  const name = issue?.path.join('.');
  const misspelt = findMisspeltNames(environment, settingNames).find(({ meant }) => meant === name);
  const hint = misspelt ? `; ${misspelt.name} is no setting` : '';
  throw new ConfigError(`Setting ${name} ${issue?.message}${hint}`);
}

import type { SettableService } from '#shared/constants/server/services.ts';
import type { SiteSettingKey, SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { readSiteSettings } from '../site/read-site-settings.ts';
import { getFilesService } from './services/files-service.ts';
import { getGamesService } from './services/games-service.ts';
import { getMailService } from './services/mail-service.ts';
import { getSignOnService } from './services/sign-on-service.ts';

/** The settings of the server that admins can change on a page, while it runs. */
export const settingsOnPages: Readonly<Record<string, SiteSettingKey>> = {
  BACKUP_NIGHTLY: 'backupSchedule',
  BACKUP_KEEP: 'backupSchedule',
  MAIL_FROM: 'mailFrom',
  MAIL_REPLY_TO: 'mailReplyTo',
  GAME_PRICE: 'gamePrice',
  TOP_UP_DAILY: 'topUpDaily',
  PLAY_CYCLE_MS: 'playCycle',
  AWARDS_PER_DAY: 'awardsPerDay',
  MARKET_FEE_PERCENT: 'marketFee',
};

/** The settings of the services that admins can set on a page. */
export const settingsOfServices: Readonly<Record<string, SettableService>> = {
  SMTP_URL: 'mail',
  RAWG_API_KEY: 'games',
  OIDC_ISSUER: 'sign-on',
  OIDC_CLIENT_ID: 'sign-on',
  OIDC_CLIENT_SECRET: 'sign-on',
  OIDC_BUTTON_TEXT: 'sign-on',
  OIDC_SIGN_UP: 'sign-on',
  OIDC_SCOPES: 'sign-on',
  OIDC_ROLE_CLAIM: 'sign-on',
  OIDC_ROLE_MODERATOR: 'sign-on',
  OIDC_ROLE_ADMIN: 'sign-on',
  S3_ENDPOINT: 'files',
  S3_BUCKET: 'files',
  S3_REGION: 'files',
  S3_ACCESS_KEY_ID: 'files',
  S3_SECRET_ACCESS_KEY: 'files',
};

/** The value of a setting of the server, where it is not the default. */
export type ServerSettingValue =
  | { name: string; source: 'environment'; value: string | null }
  | { name: string; source: 'page'; key: SiteSettingKey; value: SiteSettings[SiteSettingKey] }
  /** A service, of which nothing is shown here. */
  | { name: string; source: 'page'; key: null; value: null };

/**
 * The settings of the server that the environment gives or an admin saved on a page, which wins. The value of a secret
 * is null.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listServerSettings(ctx: Ctx): Promise<ServerSettingValue[]> {
  requireAdmin(ctx);
  const [settings, mail, games, signOn, files] = await Promise.all([
    readSiteSettings(ctx.db),
    getMailService(ctx),
    getGamesService(ctx),
    getSignOnService(ctx),
    getFilesService(ctx),
  ]);
  const services: Record<SettableService, { source: string | null }> = {
    mail,
    games,
    'sign-on': signOn,
    files,
  };
  const saved: ServerSettingValue[] = Object.entries(settingsOnPages).flatMap(([name, key]) => {
    const value = settings[key];
    const isDefault = value === 'configured' || value === '';
    return isDefault ? [] : [{ name, source: 'page' as const, key, value }];
  });
  for (const [name, service] of Object.entries(settingsOfServices)) {
    if (services[service].source !== 'page') continue;
    saved.push({ name, source: 'page', key: null, value: null });
  }
  const given = ctx.operations.givenSettings
    .filter(({ name }) => !saved.some((one) => one.name === name))
    .map((one) => ({ ...one, source: 'environment' as const }));
  return [...saved, ...given];
}

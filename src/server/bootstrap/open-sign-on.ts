import pLimit from 'p-limit';
import type { SignOn } from '#domain/accounts/sign-on/sign-on-settings.ts';
import type { SignOnService } from '#domain/system/server-operations.ts';
import { readSignOnProvider } from '#domain/system/services/sign-on-service.ts';
import { createOpenIdProvider } from '#integrations/openid-connect/openid-provider.ts';
import { testOpenIdProvider } from '#integrations/openid-connect/test-openid-provider.ts';
import type { SignOnProviderSettings } from '#shared/schemas/administration/services.ts';
import type { Config } from '../config/config.ts';
import { type SignOnSettings, signOnSettings } from '../config/sign-on-settings.ts';
import type { Services } from './services.ts';

type SignOnCtx = Pick<Services, 'config' | 'db' | 'log' | 'encryption'>;

/**
 * The provider of single sign-on of the configuration; without one there, that which admins set on a page; null without
 * any. It is not asked anything before the first use. `refreshSignOn` reads the page's again.
 */
export async function openSignOn(
  ctx: SignOnCtx,
): Promise<{ signOn: SignOn | null; refreshSignOn(): Promise<void> }> {
  const { config, log } = ctx;
  let saved = '';
  /** One after the other, so that an earlier read does not replace what a later one found. */
  const inTurn = pLimit(1);
  async function readAgain(): Promise<void> {
    const stored = await readSignOnProvider(ctx);
    const now = JSON.stringify(stored);
    if (now === saved) return;
    if (stored?.clientSecret === null) {
      log.warn({}, 'the secret of single sign-on cannot be decrypted, so it is off');
    }
    opened.signOn = stored && create(toSettings(config, stored), log);
    saved = now;
  }
  const opened = {
    signOn: create(config.signOn, log),
    refreshSignOn() {
      if (config.signOn) return Promise.resolve();
      return inTurn(readAgain);
    },
  };
  await opened.refreshSignOn();
  return opened;
}

/** What a page of admins needs to know of the configuration, and does with a provider before it is saved. */
export function openSignOnService(config: Config): SignOnService {
  return {
    isInEnvironment: config.signOn !== null,
    needsOrigin: config.ORIGIN === undefined,
    async test(provider) {
      const settings = toSettings(config, provider);
      if (!settings) throw new Error('Single sign-on needs an issuer, a client and its secret.');
      await testOpenIdProvider(settings);
    },
  };
}

function create(settings: SignOnSettings, log: SignOnCtx['log']): SignOn | null {
  if (!settings) return null;
  const { issuer, buttonText, allowsSignUp, roleClaim } = settings;
  const provider = createOpenIdProvider({ ...settings, log });
  return { issuer, buttonText, allowsSignUp, roleClaim, provider };
}

/** Read by the rules of the environment, so that both ways mean the same. */
function toSettings(
  { ORIGIN }: Pick<Config, 'ORIGIN'>,
  stored: SignOnProviderSettings & { clientSecret: string | null },
): SignOnSettings {
  const { clientSecret, allowsSignUp } = stored;
  if (clientSecret === null || ORIGIN === undefined) return null;
  return signOnSettings.parse({
    ORIGIN,
    OIDC_ISSUER: stored.issuer,
    OIDC_CLIENT_ID: stored.clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_BUTTON_TEXT: stored.buttonText,
    OIDC_SIGN_UP: allowsSignUp ? '1' : '0',
    OIDC_SCOPES: stored.scopes,
    OIDC_ROLE_CLAIM: stored.roleClaim,
    OIDC_ROLE_MODERATOR: stored.moderatorValues,
    OIDC_ROLE_ADMIN: stored.adminValues,
  });
}

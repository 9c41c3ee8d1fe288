import { parse } from 'hono/utils/cookie';
import { getPendingLoginCookieName } from '#domain/accounts/factors/pending-login.ts';
import { getChallengeCookieName } from '#domain/accounts/passkeys/challenge.ts';
import { getDeviceCookieName } from '#domain/accounts/sessions/device-cookie.ts';
import { getSignOnCookieName } from '#domain/accounts/sign-on/sign-on-cookie.ts';
import { hiddenAnnouncementCookie } from '#domain/site/announcement.ts';

/** The cookies of a request that rules need, besides that of the session. */
export function readRequestCookies(request: Request) {
  const secure = request.url.startsWith('https:');
  return {
    hiddenAnnouncement: readCookie(request, hiddenAnnouncementCookie),
    deviceCookie: readCookie(request, getDeviceCookieName(secure)),
    pendingLogin: readCookie(request, getPendingLoginCookieName(secure)),
    passkeyChallenge: readCookie(request, getChallengeCookieName(secure)),
    signOn: {
      'sign-on': readCookie(request, getSignOnCookieName('sign-on', secure)),
      'sign-up': readCookie(request, getSignOnCookieName('sign-up', secure)),
    },
  };
}

export function readCookie(request: Request, name: string): string | null {
  return parse(request.headers.get('Cookie') ?? '', name)[name] ?? null;
}

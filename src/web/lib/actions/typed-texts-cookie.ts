import { z } from 'zod';
import type { Actor } from '#domain/actor.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';

const name = 'typed-texts';
/** A proof of identity does not take longer. */
const maxAgeSeconds = 600;
const textMax = 320;

const kept = z.object({
  account: z.string(),
  path: z.string(),
  texts: z.record(z.string(), z.string().max(textMax)),
});

/** The folder of a page's path, which also has the requests of the router's scripts for its data. */
function folderOf(request: Request): string {
  const folder = pathOf(request).replace(/\/[^/]*$/, '') || '/';
  // A semicolon would begin another attribute of the cookie.
  return folder.replaceAll(';', '%3B');
}

/** The path of a page, also in a request of the router's scripts for its data. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '');
}

/**
 * The Set-Cookie header that keeps typed texts of the form at this URL for ten minutes, while the account
 * proves who it is. They must be harmless: no passwords, codes or tokens.
 */
export function saveTypedTexts(
  request: Request,
  actor: Actor,
  texts: Readonly<Record<string, string>>,
): string {
  const short = Object.entries(texts).map(([key, text]) => [key, cutCharacters(text, textMax)]);
  const value = { account: actor.id, path: pathOf(request), texts: Object.fromEntries(short) };
  return serialize(
    request,
    Buffer.from(JSON.stringify(value)).toString('base64url'),
    maxAgeSeconds,
  );
}

/** The Set-Cookie header that deletes the kept texts; null without a cookie. */
export function deleteTypedTexts(request: Request): string | null {
  return readCookie(request) === null ? null : serialize(request, '', 0);
}

/** The kept texts of this account for the form at this URL. The cookie comes from the client. */
export function readTypedTexts(request: Request, actor: Actor): Record<string, string> {
  const cookie = readCookie(request);
  if (cookie === null) return {};
  try {
    const { account, path, texts } = kept.parse(
      JSON.parse(Buffer.from(cookie, 'base64url').toString()),
    );
    return account === actor.id && path === pathOf(request) ? texts : {};
  } catch {
    return {};
  }
}

function readCookie(request: Request): string | null {
  const cookies = request.headers.get('Cookie')?.split(/;\s*/) ?? [];
  const cookie = cookies.find((one) => one.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) || null;
}

function serialize(request: Request, value: string, maxAge: number): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value}; Path=${folderOf(request)}; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

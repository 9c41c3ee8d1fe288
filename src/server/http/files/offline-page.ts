import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { toAccentVariables } from '#shared/format/accent-colors.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';

export interface OfflinePage {
  html: string;
  policy: string;
  /** Changes with the page. */
  version: string;
}

/** The colours of `tokens.css`. The page loads nothing, because the network is down when it is shown. */
const style = `
:root{color-scheme:light dark;--canvas:light-dark(#f6f2ec,#0a0f1d);--ink:light-dark(#1c2033,#f2eee7);--muted:light-dark(#555d70,#a9b2c3);--accent:var(--site-accent,light-dark(#f0a32f,#f5b04c));--on-accent:var(--site-on-accent,#2b1703)}
body{margin:0;min-height:100svh;display:grid;place-items:center;background:var(--canvas);color:var(--ink);font:1.0625rem/1.6 Inter,system-ui,sans-serif}
main{display:grid;gap:1rem;justify-items:center;max-width:26rem;padding:2rem 1.5rem;text-align:center}
img{width:4.5rem;height:4.5rem}
h1{margin:.5rem 0 0;font-size:1.75rem;line-height:1.2;text-wrap:balance}
p{margin:0;color:var(--muted);overflow-wrap:anywhere}
a{margin-top:1rem;padding:.7rem 1.4rem;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--ink);outline-offset:3px}
`;

/**
 * The page that the service worker stores and shows when a page cannot be loaded. It is the same for everybody, and
 * stands at the address of the page that was asked for: its link asks for that page again.
 */
export async function createOfflinePage({
  name,
  accent,
}: Pick<SiteSettings, 'name' | 'accent'>): Promise<OfflinePage> {
  const variables = Object.entries(toAccentVariables(accent) ?? {})
    .map(([variable, value]) => `${variable}:${value}`)
    .join(';');
  const css = `${style}:root{${variables}}`;
  const page = String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Offline &middot; ${name}</title>
<style>${raw(css)}</style>
</head>
<body>
<main>
<img src="/icon-192.png" alt="" width="72" height="72">
<h1>You are offline</h1>
<p>${name} could not be reached. Look whether this device has a connection, then try again.</p>
<a href="">Try again</a>
</main>
</body>
</html>`,
  );
  const hash = (text: string) => createHash('sha256').update(text);
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${hash(css).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html: page, policy, version: hash(page).digest('hex').slice(0, 16) };
}

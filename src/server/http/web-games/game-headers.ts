import { listStrictTransport, type TransportSettings } from '../security/security-headers.ts';

/** Features of browsers that uploaded games do not get. */
const deniedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
];

const permissions = deniedFeatures.map((name) => `${name}=()`).join(', ');

/**
 * The headers of every answer with a file of an uploaded game. The policy also applies when the file is opened
 * outside of its frame: its document then has an origin of its own, too.
 */
export function createGameHeaders(
  { gamesOrigin, siteOrigin }: { gamesOrigin: string; siteOrigin: string },
  { token, isIsolated }: { token: string; isIsolated: boolean },
): Record<string, string> {
  // Named, because 'self' is not the same in all browsers for a document with an origin of its own.
  const own = `${gamesOrigin}/${token}/`;
  const policy = [
    `default-src ${own} data: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `connect-src ${own} data: blob:`,
    "object-src 'none'",
    `base-uri ${own}`,
    "form-action 'none'",
    `frame-ancestors ${siteOrigin}`,
    'sandbox allow-scripts allow-pointer-lock',
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // Modules, fonts and requests of scripts come from the origin `null`. The address is the secret, not a cookie.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': permissions,
    // Workers need it too. All files of the game have the policy that it asks for.
    ...(isIsolated && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
  };
}

/** The policy of a text of the server at the host of the games: the page shows it in the frame of a game. */
export function createTextPolicy(siteOrigin: string): string {
  return `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${siteOrigin}; sandbox`;
}

/** The headers of every answer for the host of the games. */
export function createGamesHostHeaders(
  transport: TransportSettings,
): [name: string, value: string][] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Robots-Tag', 'noindex, nofollow'],
    ...listStrictTransport(transport),
  ];
}

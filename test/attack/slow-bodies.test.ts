import { afterEach, expect, it } from 'vitest';
import { RawConnections } from './raw-connections.ts';
import { measureDuring, useTarget } from './target.ts';

const target = useTarget();
const attackers = new RawConnections();
afterEach(() => attackers.closeAll());

const kb = 1024;

function unfinishedForm(path: string, type: string): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Origin: http://localhost',
    `Content-Type: ${type}`,
    `Content-Length: ${256 * kb}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${'x'.repeat(255 * kb)}`;
}

it.each([
  ['a page', '/login', 'application/x-www-form-urlencoded'],
  ['the Realm API', '/api/client/v2.0/auth/session', 'application/json'],
  ['the import of games', '/admin/games/import', 'multipart/form-data; boundary=x'],
  ['the pictures of the site', '/admin/site/pictures', 'multipart/form-data; boundary=x'],
  ['the pictures of the gallery', '/community/camera', 'multipart/form-data; boundary=x'],
])(
  '1,500 connections from one IP address that send incomplete forms to %s do not stop the server',
  async (_to, path, type) => {
    const outcome = await measureDuring(target, async () => {
      await attackers.openMany(target, 1_500, unfinishedForm(path, type));
      await attackers.ended('x', 8_000);
    });
    expect(outcome).toMatchObject({ unanswered: [] });
    expect(outcome.grownMb).toBeLessThan(100);
  },
);

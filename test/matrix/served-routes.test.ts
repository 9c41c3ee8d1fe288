import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { withNightly } from '../config/nightly.ts';
import { useDatabase } from '../fixtures/database.ts';
import {
  createMatrixFixture,
  findRevealed,
  type MatrixFixture,
  type MatrixRole,
} from './matrix-fixture.ts';

/**
 * What the routes beside the pages answer: files, uploads and the APIs. The session of a browser counts in none
 * of them, so every role gets the same answer, and no answer shows what a player can hide. `ALL` rows are
 * middleware and what is left over of a path. Only downloads know the session (`downloads.test.ts`).
 */
const table = `
  ALL /*                                                                      | 404
  GET /healthz                                                                | 200
  GET /readyz                                                                 | 200
  GET /metrics                                                                | 404
  GET /robots.txt                                                             | 200
  GET /sitemap.xml                                                            | 200
  GET /manifest.webmanifest                                                   | 200
  GET /service-worker.js                                                      | 200
  GET /offline                                                                | 200
  POST /community/camera/share                                                | 303
  GET /favicon.ico                                                            | 200
  GET /icon-192.png                                                           | 200
  GET /icon-512.png                                                           | 200
  GET /icon-maskable-192.png                                                  | 200
  GET /icon-maskable-512.png                                                  | 200
  GET /apple-touch-icon.png                                                   | 200
  GET /apple-touch-icon-precomposed.png                                       | 200
  GET /.well-known/change-password                                            | 302
  GET /.well-known/security.txt                                               | 404
  GET /art/cards/:game{[0-9]+}/*                                              | 404
  GET /static/*                                                               | 404
  GET /art/*                                                                  | 404
  ALL /static/*                                                               | 404
  ALL /art/*                                                                  | 404
  GET /pictures/*                                                             | 404
  ALL /pictures/*                                                             | 404
  GET /photos/:id/:file                                                       | 404
  GET /photos/:id/                                                            | 404
  GET /photos/:id/-/*                                                         | 404
  ALL /photos/*                                                               | 404
  ALL /api/upload/*                                                           | 404
  POST /api/upload/base/                                                      | 400
  GET /api/upload/info/                                                       | 403
  POST /api/upload/multipart/start/                                           | 400
  PUT /api/upload/multipart/part/:id/:number{[0-9]{1,4}}                      | 404
  POST /api/upload/multipart/complete/                                        | 400
  ALL /api/client/v2.0/*                                                      | 404
  GET /api/client/v2.0/app/:appId/location                                    | 200
  POST /api/client/v2.0/app/:appId/auth/providers/:provider/login             | 404
  POST /api/client/v2.0/app/:appId/auth/providers/local-userpass/register     | 400
  POST /api/client/v2.0/app/:appId/auth/providers/local-userpass/confirm      | 400
  POST /api/client/v2.0/app/:appId/auth/providers/local-userpass/confirm/send | 400
  POST /api/client/v2.0/app/:appId/auth/providers/local-userpass/confirm/call | 400
  POST /api/client/v2.0/app/:appId/auth/providers/local-userpass/reset        | 400
  POST /api/client/v2.0/app/:appId/auth/providers/local-userpass/reset/send   | 400
  POST /api/client/v2.0/app/:appId/auth/providers/local-userpass/reset/call   | 400
  POST /api/client/v2.0/app/:appId/functions/call                             | 401
  GET /api/client/v2.0/app/:appId/functions/call                              | 401
  POST /api/client/v2.0/auth/session                                          | 401
  DELETE /api/client/v2.0/auth/session                                        | 401
  GET /api/client/v2.0/auth/profile                                           | 401
  DELETE /api/client/v2.0/auth/delete                                         | 401
  GET /api/client/v2.0/auth/api_keys                                          | 401
  POST /api/client/v2.0/auth/api_keys                                         | 401
  GET /api/client/v2.0/auth/api_keys/:id                                      | 401
  PUT /api/client/v2.0/auth/api_keys/:id/:change{enable|disable}              | 401
  DELETE /api/client/v2.0/auth/api_keys/:id                                   | 401
  ALL /api/games                                                              | 200
  ALL /api/games/*                                                            | 404
  ALL /api/publishers/*                                                       | 404
  ALL /api/developers/*                                                       | 404
  GET /api/games                                                              | 200
  GET /api/games/                                                             | 200
  GET /api/games/:name                                                        | 404
  GET /api/games/:name/                                                       | 404
  GET /api/publishers/:name                                                   | 404
  GET /api/publishers/:name/                                                  | 404
  GET /api/developers/:name                                                   | 404
  GET /api/developers/:name/                                                  | 404
  ALL /files/*                                                                | 404
  GET /files/                                                                 | 401
  GET /files/:id/                                                             | 401
  PUT /files/storage/                                                         | 401
  POST /files/storage/                                                        | 401
  PUT /files/:id/storage/                                                     | 401
  POST /files/:id/storage/                                                    | 401
  DELETE /files/storage/                                                      | 401
  DELETE /files/:id/storage/                                                  | 401
`;

const rows = table
  .trim()
  .split('\n')
  // A pattern in a path may contain `|`.
  .map((line) => line.split(' | ').map((cell) => cell.trim()))
  // `any`: the file is there after a build only.
  .map(([route = '', status = '']) => ({
    route,
    status: status === 'any' ? expect.any(Number) : Number(status),
  }));

/** The routes that know the session of a browser. Others are forms of pages. `game-saves.test.ts` has those of saves. */
const downloadRoutes = [
  'GET /game-info/:gameId/downloads/:downloadId',
  'POST /admin/games/:gameId/downloads/files',
  'POST /admin/games/:gameId/delivery/web-game',
  'POST /admin/games/import',
  'POST /admin/games/import.data',
  'POST /admin/*',
  'GET /play/:gameId/save',
  'PUT /play/:gameId/save',
  'DELETE /play/:gameId/save',
  'POST /community/camera',
];

const database = useDatabase();
let fixture: MatrixFixture;

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
});

/** The routes of the server in the form `GET /path`, without those of the pages and of downloads. */
function listServedRoutes(): string[] {
  const { routes } = fixture.web.app;
  const all = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  for (const route of downloadRoutes) all.delete(route);
  return [...all];
}

function fillIn(path: string, username: string): string {
  return path
    .replace(/:(\w+)(\{[^}]*\})?\??/g, (_, name) => {
      if (name === 'number' || name === 'game') return '1';
      if (name === 'change') return 'enable';
      if (name === 'name') return username;
      return randomUUID();
    })
    .replace('*', 'missing');
}

test('every route beside the pages has a row, and every row a route', () => {
  expect(rows.map(({ route }) => route).toSorted()).toEqual(listServedRoutes().toSorted());
});

/** Nobody, somebody and who may do most; the session of none of them counts. */
const askingRoles = withNightly<MatrixRole>(
  ['visitor', 'player', 'admin'],
  ['guest', 'friend', 'blocked', 'editor', 'moderator'],
);

describe.each(rows)('$route', ({ route, status }) => {
  it.each(askingRoles)('answers the same to a %s, and shows nothing private', async (role) => {
    const [method = '', path = ''] = route.split(' ');
    for (const owner of fixture.owners) {
      const response = await fixture.browserOf(role).send(fillIn(path, owner.actor.username), {
        method: method === 'ALL' ? 'GET' : method,
        headers: { Origin: 'http://localhost:3000' },
      });
      const text = await response.text();
      expect([response.status, findRevealed(text, owner)]).toEqual([status, []]);
    }
  });
});

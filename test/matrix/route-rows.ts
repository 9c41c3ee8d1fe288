import type { PrivateSubject } from '#shared/constants/privacy.ts';
import { type MatrixRole, roles } from './matrix-fixture.ts';

/**
 * What each role gets from each route about another player, and which private subjects of that player the page
 * shows to those who may see them. `away` is a redirect that is not one to the login. The ids are those of things
 * of the owner, and of a game of the site for its editors (`owners-things.ts`). An editor gets what a player gets, except for `editorCells`.
 */
const table = `
  path | visitor | guest | player | friend | blocked | moderator | admin | shows
  /                                         | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /about                                    | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /rules                                    | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /imprint                                  | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /privacy                                  | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /announcement                             | away    | away  | away   | away   | away    | away      | away  |
  /library                                  | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /library/saves                            | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /game-session/:gameId                     | login   | away  | away   | away   | away    | away      | away  |
  /game-info/:gameId                        | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /login                                    | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /login/factor                             | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /login/sign-on                            | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /login/sign-on/callback                   | 400     | 400   | 400    | 400    | 400     | 400       | 400   |
  /login/sign-on/username                   | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /login/challenge                          | login   | login | login  | login  | login   | login     | login |
  /register                                 | ok      | ok    | away   | away   | away    | away      | away  |
  /publisher/:id                            | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /developer/:id                            | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community                                | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/camera                         | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/social                         | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/market                         | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/discussion                     | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/discussions                    | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/discussion/create-discussion   | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/discussions/:discussionId      | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/discussions/:discussionId/edit | login   | away  | away   | away   | away    | away      | away  |
  /profile                                  | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/edit                             | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/notification                     | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/:username                        | ok      | ok    | ok     | ok     | ok      | ok        | ok    | inventory activity presence
  /profile/:username/inventory              | ok      | ok    | ok     | ok     | ok      | ok        | ok    | inventory
  /profile/:username/friends                | login   | ok    | ok     | ok     | ok      | ok        | ok    | friends presence
  /chat/:username/:friendName               | login   | away  | away   | ok     | away    | away      | away  | presence
  /profile/:username/inventory/duplicates   | login   | away  | away   | away   | away    | away      | away  |
  /community/camera/pass                    | login   | 403   | ok     | ok     | ok      | ok        | ok    |
  /community/pictures                       | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/pictures/:pictureId            | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/discussion/games               | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/market/trades                  | login   | 403   | ok     | ok     | ok      | ok        | ok    | inventory
  /community/market/trades/new              | login   | 403   | 403    | ok     | 403     | 403       | 403   |
  /community/market/trades/:offerId         | login   | 403   | 404    | ok     | 404     | 404       | 404   |
  /community/market/listings                | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/market/cards                   | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/market/orders                  | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/market/view                    | login   | away  | away   | away   | away    | away      | away  |
  /community/market/statistics              | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /wishlist                                 | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/market/suggestions             | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/market/cards/:kindId           | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/:username/moderation             | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /admin/games                              | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/all                          | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/all/:gameId                  | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/new                          | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/import                       | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/export/:file                 | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/:gameId                      | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/:gameId/pictures             | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/:gameId/delivery             | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/:gameId/downloads            | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/games/:gameId/cards                | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /moderation/log                           | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /report                                   | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /moderation/reports                       | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /moderation/reports/:caseId               | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /moderation/filters                       | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /moderation/waiting                       | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /moderation/appeals                       | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /moderation/hide                          | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /moderation/acts/:actId                   | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /settings/moderation                      | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /moderation/trading                       | 404     | 404   | 404    | 404    | 404     | ok        | ok    |
  /moderation/file-service                  | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin                                    | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/health                             | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /set-up                                   | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /admin/site                               | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/site/pages                         | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/site/pictures                      | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/site/examples                      | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/services                           | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/settings                           | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/system                             | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/backups                            | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/backups/:file                      | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /admin/system/mails                       | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/system/mails/:file                 | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /admin/system/mails/:file/html            | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /admin/economy                            | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/log                                | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/people                             | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/people-import                      | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/people/:username                   | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/registration                       | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/roles                              | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/roles/new                          | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/roles/:slug                        | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /admin/groups                             | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/groups/new                         | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/groups/:groupId                    | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /groups                                   | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /groups/:groupId                          | login   | 404   | 404    | 404    | 404     | 404       | 404   |
  /admin/codes                              | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/codes/new                          | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /admin/codes/:batchId                     | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
  /admin/registration/new-invitation        | 404     | 404   | 404    | 404    | 404     | 404       | ok    |
  /messages                                 | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /collection                               | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /collection/:gameId                       | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /collection/:gameId/order                 | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /community/leaderboards                   | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/showcase                         | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/:username/friend                 | login   | ok    | ok     | ok     | ok      | ok        | ok    | presence
  /profile/blocked                          | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/wallet                           | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/wallet.csv                       | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /settings                                 | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /settings/account                         | login   | 403   | ok     | ok     | ok      | ok        | ok |
  /settings/account/email                   | login   | 403   | ok     | ok     | ok      | ok        | ok |
  /settings/account/email/confirm           | ok      | ok    | ok     | ok     | ok      | ok        | ok |
  /settings/account/password                | login   | 403   | ok     | ok     | ok      | ok        | ok |
  /settings/applications                    | login   | 403   | ok     | ok     | ok      | ok        | ok |
  /settings/applications/new-key            | login   | 403   | ok     | ok     | ok      | ok        | ok |
  /settings/applications/keys/:keyId        | login   | 403   | 404    | 404    | 404     | 404       | 404 |
  /settings/data                            | login   | ok    | ok     | ok     | ok      | ok        | ok |
  /settings/data/deleted                    | ok      | away  | away   | away   | away    | away      | away |
  /settings/data/export.zip                 | login   | 404   | 404    | 404    | 404     | 404       | 404 |
  /settings/proof                           | login   | away  | away   | away   | away    | away      | away  |
  /settings/security                        | login   | 403   | ok     | ok     | ok      | ok        | ok    |
  /settings/security/authenticator          | login   | 403   | ok     | ok     | ok      | ok        | ok    |
  /settings/security/sign-on                | login   | 403   | ok     | ok     | ok      | ok        | ok    |
  /settings/security/passkey                | login   | 403   | ok     | ok     | ok      | ok        | ok    |
  /settings/theme                           | login   | away  | away   | away   | away    | away      | away  |
  /settings/privacy                         | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /settings/notifications                   | login   | 403   | ok     | ok     | ok      | ok        | ok    |
  /play                                     | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /play/:gameId                             | login   | away  | away   | away   | away    | away      | away  |
  /profile/draws                            | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /profile/draws.csv                        | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /add-money                                | login   | 403   | ok     | ok     | ok      | ok        | ok    |
  /redeem                                   | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /daily-reward                             | login   | ok    | ok     | ok     | ok      | ok        | ok    |
  /screen-width                             | away    | away  | away   | away   | away    | away      | away  |
  /reference                                | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /guest                                    | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /logout                                   | away    | ok    | away   | away   | away    | away      | away  |
  /forgot-password                          | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /reset-password                           | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /confirm                                  | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /unsubscribe                              | ok      | ok    | ok     | ok     | ok      | ok        | ok    |
  /*                                        | 404     | 404   | 404    | 404    | 404     | 404       | 404   |
`;

/** What a catalog editor gets where that is not what a player gets. */
const editorCells: Record<string, string> = {
  '/admin': 'ok',
  '/admin/games': 'ok',
  '/admin/games/all': 'ok',
  '/admin/games/all/:gameId': 'ok',
  '/admin/games/new': 'ok',
  '/admin/games/import': 'ok',
  '/admin/games/export/:file': 'ok',
  '/admin/games/:gameId': 'ok',
  '/admin/games/:gameId/pictures': 'ok',
  '/admin/games/:gameId/delivery': 'ok',
  '/admin/games/:gameId/downloads': 'ok',
  '/admin/games/:gameId/cards': 'ok',
};

const tableRoles = roles.filter((role) => role !== 'editor');

export interface RouteRow {
  path: string;
  cells: Record<MatrixRole, string>;
  shows: PrivateSubject[];
}

const [, ...lines] = table.trim().split('\n');

export const routeRows: RouteRow[] = lines.map((line) => {
  const [path = '', ...cells] = line.split('|').map((cell) => cell.trim());
  const shows = (cells[tableRoles.length] ?? '').split(' ').filter(Boolean) as PrivateSubject[];
  const named = tableRoles.map((role, index) => [role, cells[index] ?? '']);
  const ofTable = Object.fromEntries(named) as RouteRow['cells'];
  return { path, cells: { ...ofTable, editor: editorCells[path] ?? ofTable.player }, shows };
});

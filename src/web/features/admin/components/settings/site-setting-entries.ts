/** A setting that admins change on a page, for the search. */
export interface SettingEntry {
  title: string;
  about: string;
  /** The page, with the part of it. */
  to: string;
  page: string;
}

type Row = readonly [title: string, about: string, part?: string];

const onPage = (page: string, path: string, rows: readonly Row[]): SettingEntry[] =>
  rows.map(([title, about, part]) => ({ title, about, page, to: part ? `${path}#${part}` : path }));

/** Everything that admins can set on pages. */
export const siteSettingEntries: readonly SettingEntry[] = [
  ...onPage('Site', '/admin/site', [
    ['Name of the site', 'In titles, the header, mails and apps for second factors.', 'name'],
    ['Tagline', 'The large line above the shop.', 'name'],
    ['Welcome text', 'On the first page of the shop, for visitors.', 'name'],
    ['Announcement', 'On top of every page until its reader hides it.', 'announcement'],
    ['Footer links', 'Links below every page.', 'footer'],
    ['Accent colour', 'The colour of buttons and links in both themes.', 'accent'],
    ['Time zone', 'In which the times of sales are typed: hours, summer time, date.', 'time-zone'],
    ['Sender of mails', 'Who mails come from, and where answers go. MAIL_FROM.', 'mail-sender'],
    [
      'What the shop holds',
      'All games, the bundled catalog, or only games of this site. RAWG.',
      'shop',
    ],
    [
      'Parts of the site',
      'Market, trade offers, discussions, gallery, chat and APIs: on or off.',
      'parts',
    ],
    ['Approval', 'First texts and pictures of new accounts that wait for a moderator.', 'approval'],
    [
      'Second factor of moderators and admins',
      'Whether they need one, and how many days they have for it.',
      'staff-factor',
    ],
    ['Price of a game', 'For games without a price of their own.', 'prices'],
    ['Market fee', 'What sellers pay, in percent.', 'prices'],
    ['Daily reward', 'The money that a player gets each day.', 'prices'],
    ['Starting money', 'What a new player has at the beginning.', 'prices'],
    ['Play money', 'What a player can add to the wallet a day and at a time: top up.', 'limits'],
    ['Money of codes a day', 'What all codes of a day are worth together.', 'limits'],
    ['Cards a day', 'How many cards an account can be awarded.', 'limits'],
    ['Seconds of play for a card', 'How long one plays for a card.', 'limits'],
    ['Odds of a draw', 'How often each rarity of cards comes.', 'odds'],
  ]),
  ...onPage('Logo and banner', '/admin/site/pictures', [
    ['Logo', 'The picture beside the name, and the icon of the site.'],
    ['Banner', 'The picture above the shop.'],
  ]),
  ...onPage('Pages of the site', '/admin/site/pages', [
    ['Rules', 'The page with the rules.'],
    ['Imprint', 'The page that says who runs the site.'],
    ['Privacy', 'The page about personal data.'],
  ]),
  ...onPage('Registration', '/admin/registration', [
    ['Who can register', 'Everybody, people with an invitation, or nobody.', 'mode'],
    ['Invitations', 'Links with which people register.'],
  ]),
  ...onPage('Games', '/admin/games', [
    ['Games of this site', 'Games of your own, with pictures, prices, sales and keys.'],
  ]),
  ...onPage('All games', '/admin/games/all', [
    ['Hide and show games', 'Which games the shop shows, one by one or by filter.'],
    ['Prices of games', 'The price of one game, and its sales.'],
  ]),
  ...onPage('People', '/admin/people', [
    ['Admins and roles', 'The role of an admin, moderators and catalog editors.'],
    ['Help for accounts', 'Links for new passwords, second factors, grants and fines.'],
  ]),
  ...onPage('Codes', '/admin/codes', [['Codes', 'Codes for money, games, cards and invitations.']]),
  ...onPage('Moderation', '/moderation/reports', [
    ['Reports and appeals', 'What players report, and what moderators decide.'],
  ]),
  ...onPage('Filters', '/moderation/filters', [
    ['Filters of words and links', 'Words that are refused, hidden or wait for approval.'],
  ]),
  ...onPage('Backups', '/admin/backups', [
    ['Backups', 'When they are made, how many are kept, download and restore.'],
  ]),
  ...onPage('Groups', '/admin/groups', [
    ['Groups', 'Groups of accounts, their members and rights.'],
  ]),
  ...onPage('Services', '/admin/services', [
    ['Mail server', 'Through which server mails are sent: SMTP, host, port and password.', 'mail'],
    [
      'Single sign-on',
      'The provider of OpenID Connect by which people log in: issuer, client and secret. OIDC.',
      'sign-on',
    ],
    [
      'Bucket',
      'A bucket of a service that speaks S3, for copies of backups and for pictures: address, key.',
      'files',
    ],
    [
      'Newer versions',
      'Which address is asked once a day for the newest version. Update.',
      'version',
    ],
    ['Games database', 'The key of RAWG, with which the shop has its games.', 'games'],
  ]),
  ...onPage('System', '/admin/system', [
    ['Test mail', 'Whether the mails of the site arrive.'],
    ['Jobs', 'What the server does in the background.'],
  ]),
];

import type { AdminLogEntry } from '#domain/administration/list-admin-log.ts';
import type { AdminAction } from '#shared/constants/site/admin-actions.ts';
import { describeSettingChange, type LoggedSetting } from './site/describe-settings.ts';

/** The names of the acts of the admin log. */
export const adminActionNames: Record<AdminAction, string> = {
  'change-setting': 'Setting of the site',
  'create-invitation': 'Invitation made',
  'withdraw-invitation': 'Invitation withdrawn',
  'set-price': 'Price',
  'set-group-price': 'Price for a group',
  'add-sale': 'Sale added',
  'end-sale': 'Sale ended',
  'create-game': 'Game added',
  'edit-game': 'Game changed',
  'hide-game': 'Game hidden',
  'show-game': 'Game shown',
  'set-minimum-age': 'Age of games',
  'set-age-limit': 'Age limit of an account',
  'set-group-age-limit': 'Age limit of a group',
  'hide-games': 'Several games hidden',
  'show-games': 'Several games shown',
  'move-game': 'Game moved',
  'change-game-pictures': 'Pictures',
  'change-card-set': 'Card set',
  'import-games': 'Games imported',
  'add-game-keys': 'Keys added',
  'remove-game-keys': 'Keys removed',
  'require-game-keys': 'Sold with keys',
  'end-game-keys': 'Sold without keys',
  'set-game-links': 'Links',
  'start-job': 'Job started',
  'retry-job': 'Failed job tried again',
  'send-test-mail': 'Test mail',
  'retry-mails': 'Mails tried again',
  'make-backup': 'Backup asked for',
  'change-service': 'Service changed',
  'test-service': 'Service tested',
  'read-mail': 'Mail of somebody read',
  'download-backup': 'Backup downloaded',
  'delete-backup': 'Backup deleted',
  'request-restore': 'Restore asked for',
  'cancel-restore': 'Restore cancelled',
  'restore-backup': 'Backup restored',
  'add-download': 'Download added',
  'replace-download': 'Download replaced',
  'edit-download': 'Download changed',
  'move-download': 'Download moved',
  'hide-download': 'Download hidden',
  'show-download': 'Download shown',
  'remove-download': 'Download removed',
  'set-web-game': 'Web game uploaded',
  'remove-web-game': 'Web game removed',
  'isolate-game': 'Web game isolated',
  'end-game-isolation': 'Isolation of a web game ended',
  'add-filter': 'Filter added',
  'edit-filter': 'Filter changed',
  'remove-filter': 'Filter removed',
  'remove-examples': 'Example community removed',
  'import-people': 'People imported',
  'make-codes': 'Codes made',
  'withdraw-codes': 'Codes withdrawn',
  'create-role': 'Role made',
  'edit-role': 'Role changed',
  'delete-role': 'Role deleted',
  'create-group': 'Group made',
  'edit-group': 'Group changed',
  'delete-group': 'Group deleted',
  'set-group-roles': 'Roles of a group',
  'set-game-groups': 'Who sees a game',
  'add-group-member': 'Member of a group added',
  'remove-group-member': 'Member of a group removed',
  'name-group-leader': 'Leader of a group named',
  'end-group-leader': 'Lead of a group ended',
  'make-api-key': 'API key made',
  'use-api-key': 'API key used',
};

/** The services that admins set on a page. */
const serviceTexts: Readonly<Record<string, string>> = {
  mail: 'Mail server',
  games: 'Games database',
  'sign-on': 'Single sign-on',
  files: 'Bucket',
  version: 'Newer versions',
};

const isNumber = (value: unknown): value is number => typeof value === 'number';
const counts = (details: Record<string, unknown>, names: Record<string, string>) =>
  Object.entries(names)
    .flatMap(([key, name]) => (isNumber(details[key]) ? [`${details[key]} ${name}`] : []))
    .join(', ');

/** What an act did, in a few words; empty if its name says everything. */
export function describeAdminAction(
  { act, details, person }: Pick<AdminLogEntry, 'act' | 'details' | 'person'>,
  formatMoney: (cents: number) => string,
): string {
  const price = (value: unknown) =>
    isNumber(value) ? formatMoney(value) : 'the price of the site';
  switch (act) {
    case 'change-setting':
      return describeSettingChange(details as unknown as LoggedSetting);
    case 'create-invitation':
    case 'withdraw-invitation':
      return [details.note, details.group && `to ${details.group}`].filter(Boolean).join(' · ');
    case 'edit-group':
      return typeof details.formerName === 'string' ? `Formerly ${details.formerName}` : '';
    case 'create-role':
    case 'edit-role':
    case 'delete-role':
      return Array.isArray(details.rights) ? `Rights: ${details.rights.join(', ') || 'none'}` : '';
    case 'delete-group':
      return counts(details, { members: 'members' });
    case 'set-group-roles':
      return Array.isArray(details.roles) ? details.roles.join(', ') || 'None' : '';
    case 'set-game-groups':
      return Array.isArray(details.groups) ? details.groups.join(', ') : 'Everybody';
    case 'add-group-member':
    case 'remove-group-member':
    case 'name-group-leader':
    case 'end-group-leader':
      return person ?? '';
    case 'set-price':
      return `From ${price(details.from)} to ${price(details.to)}`;
    case 'set-group-price': {
      const { group, from, to } = details;
      const cost = (cents: unknown) => (isNumber(cents) ? formatMoney(cents) : 'none');
      return `${group}: from ${cost(from)} to ${cost(to)}`;
    }
    case 'add-sale':
    case 'end-sale':
      return price(details.price);
    case 'edit-game':
      return Array.isArray(details.fields) ? details.fields.join(', ') : '';
    case 'hide-game':
      return counts(details, { listings: 'listings', orders: 'orders', offers: 'offers' });
    case 'hide-games':
    case 'show-games':
      return counts(details, { games: 'games' });
    case 'set-minimum-age':
      return [`${details.minimumAge}+`, counts(details, { games: 'games' })].join(', ');
    case 'set-group-age-limit':
      return isNumber(details.to) ? `${details.to} years` : 'None';
    case 'set-age-limit':
      return `${details.username}: ${details.to ?? 'that of the site'}`;
    case 'import-games':
      return counts(details, { new: 'new', changed: 'changed', same: 'the same' });
    case 'move-game':
      return details.by === -1 ? 'Up' : 'Down';
    case 'change-card-set':
      return isNumber(details.version) ? `Version ${details.version}` : '';
    case 'add-game-keys':
      return counts(details, { added: 'added' });
    case 'remove-game-keys':
      return counts(details, { removed: 'removed' });
    case 'make-codes': {
      const gift = isNumber(details.amount) ? formatMoney(details.amount) : details.card;
      return [
        counts(details, { codes: 'codes', uses: 'uses each' }),
        gift ?? (details.kind === 'invitation' ? 'invitations' : ''),
      ]
        .filter(Boolean)
        .join(' · ');
    }
    case 'import-people':
      return counts(details, { people: 'people' });
    case 'withdraw-codes':
      return counts(details, { codes: 'codes' });
    case 'download-backup':
    case 'delete-backup':
    case 'request-restore':
    case 'cancel-restore':
    case 'restore-backup':
      return `${details.file ?? ''}${details.place === 'bucket' ? ', the copy in S3' : ''}`;
    case 'make-backup':
      return details.place === 'bucket' ? 'a copy in S3' : '';
    case 'make-api-key':
      return (details.scopes as string[]).join(', ');
    case 'use-api-key':
      return `${details.scope}: ${details.use}`;
    case 'start-job':
    case 'retry-job':
      return String(details.job);
    case 'retry-mails':
      return counts(details, { mails: 'mails' });
    case 'change-service':
      return [serviceTexts[String(details.service)], details.removed === true && 'removed']
        .filter(Boolean)
        .join(', ');
    case 'test-service':
      return `${serviceTexts[String(details.service)]}, ${details.works ? 'works' : 'does not work'}`;
    case 'read-mail':
      return String(details.title);
    case 'send-test-mail':
      return typeof details.error === 'string' ? details.error : 'Sent';
    case 'add-download':
    case 'replace-download':
    case 'edit-download':
    case 'move-download':
    case 'hide-download':
    case 'show-download':
    case 'remove-download':
      return [details.download, details.version].filter(Boolean).join(', ');
    case 'set-web-game':
      return String(details.fileName);
    case 'add-filter':
    case 'edit-filter':
    case 'remove-filter':
      return [details.pattern, details.act].filter(Boolean).join(': ');
    default:
      return '';
  }
}

/** The name of the game that was changed, as it was then; null for an import. */
export function findGameName({ details: { name, game } }: Pick<AdminLogEntry, 'details'>) {
  if (typeof name === 'string') return name;
  return typeof game === 'string' ? game : null;
}

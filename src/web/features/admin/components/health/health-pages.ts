import type { HealthWarningName } from '#domain/system/health/health-checks.ts';

/** Where what a warning asks for is done. */
export const healthPages: Record<HealthWarningName, { to: string; label: string }> = {
  'unreadable-secrets': { to: '/admin/system', label: 'System' },
  'broken-rules': { to: '/admin/economy', label: 'Economy' },
  disk: { to: '/admin/system', label: 'System' },
  'no-https': { to: '/admin/system', label: 'System' },
  'no-backup': { to: '/admin/backups', label: 'Backups' },
  'old-backup': { to: '/admin/backups', label: 'Backups' },
  'backup-copy': { to: '/admin/backups', label: 'Backups' },
  'no-schedule': { to: '/admin/backups', label: 'Backups' },
  'missing-secret': { to: '/admin/system', label: 'System' },
  'weak-secret': { to: '/admin/system', label: 'System' },
  'failed-jobs': { to: '/admin/system', label: 'Jobs' },
  'admins-without-factor': { to: '/admin/people?show=admins', label: 'Admins' },
  'newer-version': { to: '/admin/system', label: 'System' },
  'no-mail': { to: '/admin/system', label: 'Mails' },
  'mail-sender': { to: '/admin/site', label: 'Sender' },
  'failed-mails': { to: '/admin/system', label: 'Mails' },
  examples: { to: '/admin/site/examples', label: 'Examples' },
  'default-price': { to: '/admin/site', label: 'Prices' },
  'default-name': { to: '/admin/site', label: 'Name' },
};

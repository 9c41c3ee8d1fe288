import { accountSubjects } from './account-subjects.ts';
import { cardSubjects } from './card-subjects.ts';
import { communitySubjects } from './community-subjects.ts';
import type { ExportSubject } from './export-subject.ts';
import { moneySubjects } from './money-subjects.ts';

/** Everything that an export contains, in the order of README.txt. */
export const exportSubjects: readonly ExportSubject[] = [
  ...accountSubjects,
  ...communitySubjects,
  ...moneySubjects,
  ...cardSubjects,
];

/**
 * Columns that refer to accounts and are not exported, as `table.column`, with the reason. A test fails for a
 * column that is neither here nor in `exportSubjects`.
 */
export const notExported: Readonly<Record<string, string>> = {
  'account_erasures.user_id': 'exists only after the account was deleted',
  'account_notes.author_id': 'notes of moderators',
  'account_notes.user_id': 'notes of moderators',
  'admin_log.account_id': 'the log of the site',
  'audit_runs.requested_by': 'administration of the site',
  'appeals.decided_by': 'moderators act for the site, not as players',
  'blocks.blocked_id': 'blocks by others are theirs',
  'data_exports.user_id': 'describes the export itself',
  'email_requests.user_id': 'mails that are sent within seconds',
  'requested_emails.user_id': 'mails that are sent within seconds',
  'games.created_by': 'the games of the site',
  'game_keys.added_by': 'the keys of the site',
  'download_files.added_by': 'the downloads of the site',
  'game_prices.set_by': 'the prices of the site',
  'game_sales.created_by': 'the prices of the site',
  'invitation_uses.user_id': 'says who invited whom: a note of the admins',
  'invitations.created_by': 'administration of the site',
  'site_setting_changes.admin_id': 'administration of the site',
  'idempotency_keys.user_id': 'repeated forms, for a day; what they did is in other files',
  'moderation_log.moderator_id': 'the log of moderators',
  'moderation_log.target_id': 'notes of moderators',
  'mutes.user_id': 'shown in the settings with its reason',
  'notification_mails.user_id': 'mails that are sent within seconds',
  'notifications.actor_id': 'notifications of others are theirs',
  'notifications_to_mail.actor_id': 'notifications of others are theirs',
  'notifications_to_mail.user_id': 'notifications that wait to be mailed, for a week at most',
  'pending_notifications.actor_id': 'notifications of others are theirs',
  'pending_notifications.user_id': 'becomes a notification within seconds',
  'pending_price_checks.after_user_id': 'work of a job that is done within seconds',
  'pending_set_checks.user_id': 'work of a job that is done within seconds',
  'report_cases.author_id': 'reports by others are theirs',
  'report_cases.closed_by': 'moderators act for the site, not as players',
  'report_cases.taken_by': 'moderators act for the site, not as players',
};

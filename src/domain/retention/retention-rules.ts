import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  activeDays,
  activity,
  apiKeys,
  apiSessions,
  awardDays,
  emailChanges,
  emailRequests,
  friendRequests,
  groupRequests,
  idempotencyKeys,
  loginIds,
  newcomerGains,
  notificationMails,
  notifications,
  playSessions,
  providerAnswers,
  requestedEmails,
  secrets,
  sessions,
  totpFactors,
  tradingPairDays,
  usedTokens,
  verifications,
} from '#database/schema.ts';
import { apiKeyConstants } from '#shared/constants/accounts/api-key-scopes.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { idempotencyKeyConstants } from '#shared/constants/server/http-requests.ts';
import type { RetentionDays } from '#shared/constants/server/retention-days.ts';
import { secretConstants } from '#shared/constants/server/secrets.ts';
import { utcDay } from '#shared/format/utc-day.ts';

/** The moments that the rules compare with. */
export interface RetentionTimes {
  now: Date;
  ago: (ms: number) => Date;
  daysAgo: (days: number) => Date;
  days: RetentionDays;
}

/** Rows that nobody reads any more. */
export interface RetentionRule {
  /** The name in the log. Several rules can share one. */
  name: string;
  table: PgTable;
  /** The rows to delete. */
  rows: (times: RetentionTimes) => SQL | undefined;
  /**
   * Other than by default, in short statements over some pages of the table. Sessions are deleted only while nobody
   * has locked them: a transaction that ends all sessions of an account locks some of them and waits for others, so
   * waiting for it here could deadlock. LoginIds are deleted under the locks of their sessions.
   */
  batches?: { rows: number; locking: 'skips-locked' | 'locks-sessions' };
}

const unlockedSessions = { rows: 2_000, locking: 'skips-locked' } as const;
/** Longer than a year, so that every month of it can be counted again. */
const activeDaysStored = 400;
const activityDaysStored = 365;
/** Only the present day limits trades. */
const tradingDaysStored = 2;

/** What is deleted, after how long. `docs/operations.md` lists it for operators. */
export const retentionRules: readonly RetentionRule[] = [
  {
    name: 'sessions',
    table: sessions,
    rows: ({ now }) => lt(sessions.expiresAt, now),
    batches: unlockedSessions,
  },
  {
    name: 'loginIds',
    table: loginIds,
    rows: ({ now }) => lt(loginIds.expiresAt, now),
    batches: { rows: 2_000, locking: 'locks-sessions' },
  },
  {
    name: 'sessions',
    table: apiSessions,
    rows: ({ now }) => lt(apiSessions.expiresAt, now),
    batches: unlockedSessions,
  },
  {
    // An anonymous session that no player is bound to needs no row.
    name: 'sessions',
    table: apiSessions,
    rows: () =>
      and(
        isNull(apiSessions.accountId),
        isNull(apiSessions.loginId),
        isNull(apiSessions.revokedAt),
      ),
    batches: unlockedSessions,
  },
  {
    name: 'apiKeys',
    table: apiKeys,
    // Sessions are locked before keys, so a key stays until the sessions that began with it have expired.
    rows: ({ daysAgo }) =>
      and(
        lt(apiKeys.endsAt, daysAgo(apiKeyConstants.endedDays)),
        sql`not exists (select from ${apiSessions} where ${apiSessions.apiKeyId} = ${apiKeys.id})`,
      ),
  },
  {
    name: 'links',
    table: verifications,
    rows: ({ now }) => lt(verifications.expiresAt, now),
  },
  {
    name: 'links',
    table: emailChanges,
    rows: ({ now }) => lt(emailChanges.expiresAt, now),
  },
  {
    name: 'failedMails',
    table: requestedEmails,
    rows: ({ daysAgo, days }) => lt(requestedEmails.failedAt, daysAgo(days.failedMails)),
  },
  {
    name: 'failedMails',
    table: emailRequests,
    rows: ({ daysAgo, days }) => lt(emailRequests.failedAt, daysAgo(days.failedMails)),
  },
  {
    name: 'failedNotificationMails',
    table: notificationMails,
    rows: ({ daysAgo, days }) => lt(notificationMails.failedAt, daysAgo(days.failedMails)),
  },
  {
    name: 'idempotencyKeys',
    table: idempotencyKeys,
    rows: ({ ago }) => lt(idempotencyKeys.createdAt, ago(idempotencyKeyConstants.lifetimeMs)),
  },
  {
    name: 'notifications',
    table: notifications,
    rows: ({ daysAgo, days }) =>
      or(
        lt(notifications.readAt, daysAgo(days.readNotifications)),
        lt(notifications.at, daysAgo(days.unreadNotifications)),
      ),
  },
  {
    // Sessions that gave cards stay, because the audit reads from them who played for a card. An award moves the
    // start of the cycle, so this does not search all cards. A session that began within an early award of another
    // game has a later cycle too, and stays.
    name: 'playSessions',
    table: playSessions,
    rows: ({ daysAgo, days }) =>
      and(
        lt(playSessions.endedAt, daysAgo(days.emptyPlaySessions)),
        eq(playSessions.cycleStartedAt, playSessions.startedAt),
      ),
  },
  {
    // Only the present day limits awards, and the audit compares the days that are left. The cards stay.
    name: 'awardCounts',
    table: awardDays,
    rows: ({ daysAgo, days }) => lt(awardDays.day, utcDay(daysAgo(days.awardCounts))),
  },
  {
    name: 'activity',
    table: activity,
    rows: ({ daysAgo }) => lt(activity.at, daysAgo(activityDaysStored)),
  },
  {
    name: 'activeDays',
    table: activeDays,
    rows: ({ daysAgo }) => lt(activeDays.day, utcDay(daysAgo(activeDaysStored))),
  },
  {
    // Their senders may send another one.
    name: 'declinedRequests',
    table: friendRequests,
    rows: ({ ago }) => lt(friendRequests.declinedAt, ago(friendsConstants.declinedMs)),
  },
  {
    // Their senders may ask again.
    name: 'refusedGroupRequests',
    table: groupRequests,
    rows: ({ ago }) => lt(groupRequests.refusedAt, ago(groupConstants.refusedMs)),
  },
  {
    name: 'pairDays',
    table: tradingPairDays,
    rows: ({ daysAgo }) => lt(tradingPairDays.day, utcDay(daysAgo(tradingDaysStored))),
  },
  {
    name: 'pairDays',
    table: newcomerGains,
    rows: ({ daysAgo }) => lt(newcomerGains.day, utcDay(daysAgo(tradingDaysStored))),
  },
  {
    // No page has used these answers since, because that would have renewed them. The games stay.
    name: 'providerAnswers',
    table: providerAnswers,
    rows: ({ now, ago }) =>
      or(
        lt(providerAnswers.answeredAt, ago(catalogProviderConstants.answerRetentionMs)),
        and(
          isNull(providerAnswers.answeredAt),
          or(isNull(providerAnswers.askingUntil), lt(providerAnswers.askingUntil, now)),
        ),
      ),
  },
  {
    // Those that were replaced so long ago that all they signed has expired.
    name: 'secrets',
    table: secrets,
    rows: ({ ago }) => {
      const before = ago(secretConstants.replacedLifetimeMs + secretConstants.activeAfterMs);
      return lt(
        secrets.createdAt,
        sql`(select max(newer.created_at) from ${secrets} as newer
          where newer.created_at < ${before.toISOString()}::timestamptz)`,
      );
    },
  },
  {
    // Signed values that have expired are invalid without a record of their use.
    name: 'usedTokens',
    table: usedTokens,
    rows: ({ now }) => lt(usedTokens.expiresAt, now),
  },
  {
    // Secrets of authenticator apps that got no first code in time.
    name: 'unconfirmedFactors',
    table: totpFactors,
    rows: ({ ago }) =>
      and(isNull(totpFactors.confirmedAt), lt(totpFactors.createdAt, ago(factorConstants.setUpMs))),
  },
];

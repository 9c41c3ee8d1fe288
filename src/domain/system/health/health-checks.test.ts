import { expect, test } from 'vitest';
import { type HealthFacts, type HealthWarningName, listHealthWarnings } from './health-checks.ts';

const now = new Date('2026-03-10T12:00:00Z');
const gb = 1_000_000_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

/** A site of which nothing is to be said. */
const healthy: HealthFacts = {
  now,
  reachedAt: 'https://guild.example',
  origin: 'https://guild.example',
  sendsMails: true,
  senderProblem: null,
  failedMails: 0,
  hasExternalDatabase: false,
  lastBackup: daysAgo(1),
  makesBackups: true,
  copyProblem: null,
  secret: 'good',
  unreadableSecrets: 0,
  disk: { free: 50 * gb, total: 100 * gb },
  failedJobs: [],
  brokenRules: 0,
  hasDefaultPrice: false,
  hasDefaultName: false,
  hasExamples: false,
  adminsWithoutFactor: 0,
  version: '0.3.0',
  newerVersion: null,
};

const namesFor = (facts: Partial<HealthFacts>) =>
  listHealthWarnings({ ...healthy, ...facts }).map(({ name }) => name);

test('a healthy site has no warning, nor has one whose parts cannot be read', () => {
  expect(namesFor({})).toEqual([]);
  expect(namesFor({ disk: null, lastBackup: null, failedJobs: null })).toEqual([]);
});

test.each<[HealthWarningName, Partial<HealthFacts>]>([
  ['no-https', { reachedAt: 'http://guild.example' }],
  ['no-https', { reachedAt: 'http://192.168.1.20:3000', origin: 'http://localhost:3000' }],
  ['no-mail', { sendsMails: false, senderProblem: 'not for a site without mails' }],
  ['mail-sender', { senderProblem: 'The sender is of elsewhere.' }],
  ['failed-mails', { failedMails: 3 }],
  ['no-backup', { lastBackup: 'none' }],
  ['old-backup', { lastBackup: daysAgo(7) }],
  ['no-schedule', { makesBackups: false }],
  ['backup-copy', { copyProblem: 'The file service answered 403.' }],
  ['missing-secret', { secret: 'missing' }],
  ['weak-secret', { secret: 'weak' }],
  ['unreadable-secrets', { unreadableSecrets: 1 }],
  ['disk', { disk: { free: 9 * gb, total: 100 * gb } }],
  ['disk', { disk: { free: 1.9 * gb, total: 10 * gb } }],
  ['failed-jobs', { failedJobs: ['audit'] }],
  ['broken-rules', { brokenRules: 1 }],
  ['newer-version', { newerVersion: '0.4.0' }],
  ['default-price', { hasDefaultPrice: true }],
  ['default-name', { hasDefaultName: true }],
  ['examples', { hasExamples: true }],
  ['admins-without-factor', { adminsWithoutFactor: 2 }],
])('%s is the only warning for %j', (name, facts) => {
  expect(namesFor(facts)).toEqual([name]);
});

test.each<Partial<HealthFacts>>([
  { reachedAt: 'http://localhost:3000' },
  { lastBackup: daysAgo(6) },
  { disk: { free: 60 * gb, total: 4_000 * gb } },
  { hasExternalDatabase: true, lastBackup: 'none', makesBackups: false },
])('%j is no reason for a warning', (facts) => {
  expect(namesFor(facts)).toEqual([]);
});

test('what is urgent comes first, in words that count', () => {
  const warnings = listHealthWarnings({
    ...healthy,
    sendsMails: false,
    failedMails: 1,
    failedJobs: ['audit', 'nightly'],
    lastBackup: daysAgo(9.5),
  });
  expect(warnings.map(({ title, isUrgent }) => [title, isUrgent])).toEqual([
    ['The last backup is 9 days old', true],
    ['2 jobs failed', true],
    ['The site sends no mails', false],
    ['One mail was not sent', false],
  ]);
});

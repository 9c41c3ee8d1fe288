import { formatFileSize } from '#shared/format/file-size.ts';
import type { SecretStrength } from '../server-operations.ts';

/** What the checks know of the site. A part that could not be read is null, and no check warns about it. */
export interface HealthFacts {
  now: Date;
  /** Scheme and host by which the reader came, and those of links in mails. */
  reachedAt: string;
  origin: string;
  /** Whether there is a mail server. */
  sendsMails: boolean;
  /** Why receivers may refuse the sender of mails. */
  senderProblem: string | null;
  /** How many mails were given up. */
  failedMails: number;
  /** Whether the database is on another server, which is backed up there. */
  hasExternalDatabase: boolean;
  lastBackup: Date | 'none' | null;
  makesBackups: boolean;
  /** Why the newest backup is not in the bucket, where it should be; null if all is well. */
  copyProblem: string | null;
  secret: SecretStrength;
  /** How many secrets of the database cannot be decrypted. */
  unreadableSecrets: number;
  disk: { free: number; total: number } | null;
  /** The names of the jobs whose newest run failed. */
  failedJobs: readonly string[] | null;
  /** How many rules the newest audit found broken. */
  brokenRules: number;
  hasDefaultPrice: boolean;
  hasDefaultName: boolean;
  hasExamples: boolean;
  adminsWithoutFactor: number;
  version: string;
  /** A newer version; null without one, and if nobody is asked. */
  newerVersion: string | null;
}

export const healthWarningNames = [
  'unreadable-secrets',
  'broken-rules',
  'disk',
  'no-https',
  'no-backup',
  'old-backup',
  'backup-copy',
  'no-schedule',
  'missing-secret',
  'weak-secret',
  'failed-jobs',
  'admins-without-factor',
  'newer-version',
  'no-mail',
  'mail-sender',
  'failed-mails',
  'examples',
  'default-price',
  'default-name',
] as const;
export type HealthWarningName = (typeof healthWarningNames)[number];

/** Something that the owner of the site should do. */
export interface HealthWarning {
  name: HealthWarningName;
  /** Whether data, money or accounts are at risk until it is done. */
  isUrgent: boolean;
  title: string;
  /** One sentence that says what to do or why. */
  text: string;
}

/** What a check says when it finds something; null when all is well. */
type Check = (facts: HealthFacts) => Omit<HealthWarning, 'name'> | null;

/** A backup that is older than this is old. */
const oldBackupDays = 7;
const dayMs = 24 * 60 * 60 * 1000;
/** The disk is almost full below one of these: a share that is also less than some bytes, or a number of bytes. */
const lowDisk = { share: 0.1, bytes: 20_000_000_000, leastBytes: 2_000_000_000 };

const things = (count: number, one: string, many: string) =>
  count === 1 ? `One ${one}` : `${count} ${many}`;

/** Whether only this machine can open the address. */
function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const checks: Record<HealthWarningName, Check> = {
  'unreadable-secrets': ({ unreadableSecrets }) =>
    unreadableSecrets === 0
      ? null
      : {
          isUrgent: true,
          title: 'The encryption key of some secrets is missing',
          text: 'Put the earlier key behind the newest one in GUILDHALL_SECRET, or put back its file.',
        },
  'broken-rules': ({ brokenRules }) =>
    brokenRules === 0
      ? null
      : {
          isUrgent: true,
          title: `The last audit found ${things(brokenRules, 'broken rule', 'broken rules').toLowerCase()}`,
          text: 'Read which rows break it before more money or cards move.',
        },
  disk({ disk }) {
    if (!disk) return null;
    const { free, total } = disk;
    const isShareLow = free < total * lowDisk.share && free < lowDisk.bytes;
    if (!isShareLow && free >= lowDisk.leastBytes) return null;
    return {
      isUrgent: true,
      title: 'The disk is almost full',
      text: `Only ${formatFileSize(free)} of ${formatFileSize(total)} are free; without space the database stops.`,
    };
  },
  'no-https'({ reachedAt, origin }) {
    if (reachedAt.startsWith('https:') || isLocal(reachedAt)) return null;
    return {
      isUrgent: true,
      title: 'You came here without https',
      text: origin.startsWith('https:')
        ? `Open the site at ${origin}; behind a proxy, set TRUST_PROXY so that the server knows of it.`
        : 'Others can read passwords on the way: put a proxy with a certificate before the site, and set ORIGIN to its address.',
    };
  },
  'no-backup': ({ lastBackup, hasExternalDatabase }) =>
    lastBackup !== 'none' || hasExternalDatabase
      ? null
      : {
          isUrgent: true,
          title: 'There is no backup',
          text: 'Make one now: a broken disk would lose every account, card and text.',
        },
  'old-backup'({ lastBackup, hasExternalDatabase, now }) {
    if (!(lastBackup instanceof Date) || hasExternalDatabase) return null;
    const days = Math.floor((now.getTime() - lastBackup.getTime()) / dayMs);
    if (days < oldBackupDays) return null;
    return {
      isUrgent: true,
      title: `The last backup is ${days} days old`,
      text: 'Make one now, and see why none was made since.',
    };
  },
  'backup-copy': ({ copyProblem }) =>
    copyProblem === null
      ? null
      : {
          isUrgent: true,
          title: 'The newest backup was not copied to the bucket',
          text: copyProblem,
        },
  'no-schedule': ({ makesBackups, hasExternalDatabase }) =>
    makesBackups || hasExternalDatabase
      ? null
      : {
          isUrgent: false,
          title: 'No backup is made by itself',
          text: 'Choose an hour at which the site makes one every day.',
        },
  'missing-secret': ({ secret }) =>
    secret !== 'missing'
      ? null
      : {
          isUrgent: true,
          title: 'GUILDHALL_SECRET is not set',
          text: 'The database is on another server, so another machine that serves the site would not have the key in the file of this one.',
        },
  'weak-secret': ({ secret }) =>
    secret !== 'weak'
      ? null
      : {
          isUrgent: true,
          title: 'GUILDHALL_SECRET can be guessed',
          text: 'Put a random one of 32 characters or more before it, and restart the server.',
        },
  'failed-jobs': ({ failedJobs }) =>
    !failedJobs?.length
      ? null
      : {
          isUrgent: true,
          title: `${things(failedJobs.length, 'job', 'jobs')} failed`,
          text: `Read the error of ${failedJobs.join(', ')}, and start it again.`,
        },
  'admins-without-factor': ({ adminsWithoutFactor }) =>
    adminsWithoutFactor === 0
      ? null
      : {
          isUrgent: false,
          title: `${things(adminsWithoutFactor, 'admin has', 'admins have')} no second factor`,
          text: 'Who guesses such a password owns the site: require an authenticator app of moderators and admins.',
        },
  'newer-version': ({ version, newerVersion }) =>
    newerVersion === null
      ? null
      : {
          isUrgent: false,
          title: `A newer version exists: ${newerVersion}`,
          text: `This site runs ${version}: make a backup, read what is new, and update.`,
        },
  'no-mail': ({ sendsMails }) =>
    sendsMails
      ? null
      : {
          isUrgent: false,
          title: 'The site sends no mails',
          text: 'Without a mail server nobody who forgot a password can set a new one.',
        },
  'mail-sender': ({ senderProblem, sendsMails }) =>
    senderProblem === null || !sendsMails
      ? null
      : { isUrgent: false, title: 'Mails may not arrive', text: senderProblem },
  'failed-mails': ({ failedMails }) =>
    failedMails === 0
      ? null
      : {
          isUrgent: false,
          title: `${things(failedMails, 'mail was', 'mails were')} not sent`,
          text: 'Read why the mail server refused them, and send them again.',
        },
  examples: ({ hasExamples }) =>
    hasExamples
      ? {
          isUrgent: false,
          title: 'The example community is still here',
          text: 'Remove its players and texts before real players come.',
        }
      : null,
  'default-price': ({ hasDefaultPrice }) =>
    hasDefaultPrice
      ? {
          isUrgent: false,
          title: 'Nobody has chosen the prices',
          text: 'Games cost what a new site asks for: save the prices that you want, also if they are these.',
        }
      : null,
  'default-name': ({ hasDefaultName }) =>
    hasDefaultName
      ? {
          isUrgent: false,
          title: 'The site has no name of its own',
          text: 'Give it a name and a tagline; they stand on every page and in every mail.',
        }
      : null,
};

/** What the owner should do next: what is urgent first. */
export function listHealthWarnings(facts: HealthFacts): HealthWarning[] {
  const found = healthWarningNames.flatMap((name) => {
    const warning = checks[name](facts);
    return warning ? [{ name, ...warning }] : [];
  });
  return [...found.filter(({ isUrgent }) => isUrgent), ...found.filter((one) => !one.isUrgent)];
}

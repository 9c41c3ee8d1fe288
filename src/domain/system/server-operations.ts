import type { Readable } from 'node:stream';
import type {
  FilesBucket,
  MailServer,
  SignOnProviderSettings,
} from '#shared/schemas/administration/services.ts';

/** A background job, and its newest run. */
export interface JobStatus {
  name: string;
  /** When it runs by itself, as a cron expression in UTC. */
  cron: string;
  lastRun: {
    state: 'active' | 'completed' | 'failed' | 'retry' | 'cancelled';
    startedAt: Date;
    /** Null while it runs. */
    endedAt: Date | null;
    /** What failed, for operators; null otherwise. */
    error: string | null;
  } | null;
  /** How many of the stored runs, those of some days, failed. */
  failures: number;
}

/** A run of a background job that failed, after all its attempts. */
export interface FailedRun {
  id: string;
  /** The name of the job. */
  name: string;
  startedAt: Date;
  error: string | null;
}

/** The background jobs of all nodes. */
export interface JobMonitor {
  /** In the order of their names. Rejects before the jobs were started for the first time. */
  list(): Promise<JobStatus[]>;
  /** Lets a job run soon. False if it has just been started in the same way. */
  start(name: string): Promise<boolean>;
  /** Lets a job without a schedule run soon. False while it runs or waits. */
  startByHand(name: string): Promise<boolean>;
  /** The newest run of a job without a schedule; null before the first one. */
  findRun(name: string): Promise<JobRun | null>;
  /** The newest stored runs that failed, at most 20. */
  listFailed(): Promise<FailedRun[]>;
  /** Lets a failed run be tried once more. False if it has not failed, or is gone. */
  retry(run: Pick<FailedRun, 'id' | 'name'>): Promise<boolean>;
}

/** A mail that is a file, because there was no mail server. */
export interface WrittenMail {
  /** The name of the file, without its end. */
  name: string;
  at: Date;
  to: string;
  subject: string;
}

/** The mails that this machine wrote as files. */
export interface WrittenMails {
  /** The newest first. */
  list(range: { offset: number; limit: number }): Promise<{ mails: WrittenMail[]; total: number }>;
  /** Null if it does not exist. The HTML is null if it was not written. */
  open(name: string): Promise<(WrittenMail & { text: string; html: string | null }) | null>;
}

/** A complete backup on this machine. */
export interface BackupFile {
  /** The name of the file, without a folder. */
  name: string;
  bytes: number;
  at: Date;
  /** Whether the schedule made it, so that a newer one replaces it. */
  isScheduled: boolean;
  /** Whether there is a signature beside it, which is checked before a restore. */
  isSigned: boolean;
}

/**
 * When a backup is made by itself, how many of those are kept, and whether each backup is copied to the bucket. The hour
 * is in UTC.
 */
export interface BackupSchedule {
  isOn: boolean;
  hour: number;
  keep: number;
  isCopied: boolean;
}

/** The newest run of a job that an admin starts. */
export interface JobRun {
  /** `waiting`: it starts soon. */
  state: 'waiting' | 'active' | 'completed' | 'failed';
  requestedAt: Date;
  /** Null while it waits or runs. */
  endedAt: Date | null;
  /** What failed, for operators; null otherwise. */
  error: string | null;
}

/** The backups that this site makes on this machine. */
export interface Backups {
  /** What the configuration of the server says. */
  defaultSchedule: BackupSchedule;
  /** False with an external database, which is backed up elsewhere. */
  includesDatabase: boolean;
  /** False with a bucket, which is backed up elsewhere. */
  includesPictures: boolean;
  /** The newest first. */
  list(): Promise<BackupFile[]>;
  /** Opens a backup of `list`; null if it does not exist. */
  open(name: string): Promise<{ stream: Readable; bytes: number } | null>;
  /** Deletes a backup of `list`; false if it does not exist. */
  delete(name: string): Promise<boolean>;
  /** Lets a job make one soon; false while one is made by hand or waits. */
  start(): Promise<boolean>;
  /** The newest run that `start` asked for; null before the first one. */
  findRun(): Promise<JobRun | null>;
  /** The free bytes for backups, and how many the next one needs. */
  readSpace(): Promise<{ free: number; needed: number }>;
  copies: BackupCopies;
}

/** The copies of backups in the bucket of the site. */
export interface BackupCopies {
  /** The name of the bucket; null if the site has none, and then there are no copies. */
  readonly bucket: string | null;
  /** The newest first. */
  list(): Promise<BackupFile[]>;
  /** Opens a copy of `list`; null if it does not exist. */
  open(name: string): Promise<{ stream: Readable; bytes: number | null } | null>;
  /** Deletes a copy of `list`; false if it does not exist. */
  delete(name: string): Promise<boolean>;
  /** Lets a job copy the newest backup soon; false while one is copied or waits. */
  start(): Promise<boolean>;
  /** The newest run of that job; null before the first one. */
  findRun(): Promise<JobRun | null>;
  /** Copies the newest backup, and deletes copies of the schedule, so that `keep` remain. */
  copyNewest(options: { keep: number; signal: AbortSignal }): Promise<void>;
  /** Brings a copy to this machine, if the backup is not here, and checks its signature. */
  fetch(name: string, signal: AbortSignal): Promise<void>;
}

/** The mail server, where it does not come from the environment. */
export interface MailService {
  /** Whether the environment has one, which wins. */
  isInEnvironment: boolean;
  /** Whether the site has no public address yet, with which links in mails start. */
  needsOrigin: boolean;
  /** Rejects if the server does not accept a connection and the login. */
  test(server: MailServer & { password: string }): Promise<void>;
}

/** A restore that an admin asked for, before the next start. */
export interface PreparedRestore {
  state: 'preparing' | 'ready' | 'failed';
  /** The name of the backup. */
  file: string;
  /** The username of the admin. */
  requestedBy: string;
  requestedAt: Date;
  /** Why it failed, for operators; null otherwise. */
  error: string | null;
  /** How many of its secrets cannot be decrypted here. */
  unreadableSecrets: number;
}

/** A finished restore whose earlier data is still on the machine. */
export interface DoneRestore {
  /** The folder of the earlier data, in the folder of the data. */
  folder: string;
  file: string;
  requestedAt: Date;
}

/** The restores of backups that this installation made. */
export interface Restores {
  /** Lets a job prepare one; false if there is one already. */
  request(restore: {
    file: string;
    requestedBy: { id: string; username: string };
    at: Date;
  }): Promise<boolean>;
  find(): Promise<PreparedRestore | null>;
  /** Ends one that is ready or has failed; false without such a one. */
  cancel(): Promise<boolean>;
  /** The newest first. */
  listDone(): Promise<DoneRestore[]>;
}

/** The games database, such as RAWG, where its key does not come from the environment. */
export interface GamesService {
  /** Whether the environment has a key, which wins. */
  isInEnvironment: boolean;
  /** Its address, which comes from the environment. */
  url: string;
  /** Rejects if it does not answer with this key. */
  test(key: string): Promise<void>;
}

/** Single sign-on, where it does not come from the environment. */
export interface SignOnService {
  /** Whether the environment has a provider, which wins. */
  isInEnvironment: boolean;
  /** Whether the site has no public address yet, to which the provider sends browsers back. */
  needsOrigin: boolean;
  /** Rejects, with words, if the issuer does not say that it can be used. */
  test(provider: SignOnProviderSettings & { clientSecret: string }): Promise<void>;
}

/** The bucket, where it does not come from the environment. */
export interface FilesService {
  /** Whether the environment has one, which wins. */
  isInEnvironment: boolean;
  /** Rejects, with words, if an object cannot be written, read and deleted. */
  test(bucket: FilesBucket & { secretAccessKey: string }): Promise<void>;
  /** Whether files of a site are there. */
  hasFiles(bucket: FilesBucket & { secretAccessKey: string }): Promise<boolean>;
}

/** The services outside of this process that a site can use. */
export const serviceNames = ['mail', 'redis', 'games', 'files', 'sign-on'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * How safe the encryption key is. `missing`: it is in a file of this machine, and the database is on another one.
 * `weak`: `GUILDHALL_SECRET` can be guessed.
 */
export type SecretStrength = 'good' | 'weak' | 'missing';

/** What the server tells administrators about itself, and does for them. */
export interface ServerOperations {
  /** The version of Guildhall. */
  version: string;
  /** The version of Node.js. */
  runtime: string;
  /** Where the newest encryption key comes from. */
  encryptionKeyPlace: string;
  secretStrength: SecretStrength;
  /** The settings that the environment gives. The value of a secret is null. */
  givenSettings: readonly { name: string; value: string | null }[];
  jobs: JobMonitor;
  backups: Backups;
  writtenMails: WrittenMails;
  mailService: MailService;
  restores: Restores;
  gamesService: GamesService;
  signOnService: SignOnService;
  filesService: FilesService;
  /** Asks an address which version is the newest. Rejects, with words, if it does not say. */
  fetchNewestVersion(address: string): Promise<string>;
  /** The disk with the data of this node, in bytes. */
  readDisk(): Promise<{ free: number; total: number }>;
  /**
   * The services that are configured. A check rejects if the service does not work. Those without one are
   * known to work only when they are used.
   */
  services: ReadonlyMap<ServiceName, (() => Promise<void>) | null>;
}

import { randomInt } from 'node:crypto';
import path from 'node:path';
import { createHasher } from '#adapters/argon2-hasher.ts';
import { createFolderMailer } from '#adapters/folder-mail.ts';
import { createLimits } from '#adapters/limits.ts';
import { createRawg } from '#adapters/rawg/rawg.ts';
import { createSmtpMailer } from '#adapters/smtp-mail.ts';
import type { Database } from '#db/client.ts';
import type { Limits } from '#domain/accounts/limits.ts';
import type { Mailer } from '#domain/accounts/mailer.ts';
import type { PasswordHasher } from '#domain/accounts/password-hasher.ts';
import { createPresence, type Presence } from '#domain/accounts/presence.ts';
import type { GamesDatabase } from '#domain/catalogue/games-database.ts';
import type { Pictures } from '#domain/catalogue/get-picture.ts';
import { createGamesSource, type GamesSource } from '#domain/catalogue/source/games-source.ts';
import { createMessageWriter, type MessageWriter } from '#domain/chat/message-writer.ts';
import type { Actor, Clock, Ctx, Random, RequestFacts, Rules } from '#domain/context.ts';
import type { FairQueues } from '#domain/fair-queues.ts';
import { createTurns, type Turns } from '#domain/market/turns.ts';
import { createNotices, type Notices } from '#domain/notices/notices.ts';
import type { FileStore } from '#domain/pictures/files.ts';
import type { HostedFiles } from '#domain/pictures/hosted-files.ts';
import type { PictureImages } from '#domain/pictures/images.ts';
import type { Workrooms } from '#domain/pictures/workrooms.ts';
import { type AuditBoard, createAuditBoard } from './audit-board.ts';
import type { Config } from './config.ts';
import { createEvents, type EventHub } from './events.ts';
import { createFairQueues } from './fair-queues.ts';
import { openGalleryFiles } from './gallery-files.ts';
import { openGamePictures } from './game-pictures.ts';
import type { Logger } from './log.ts';
import { readSecret } from './secrets.ts';

/** What lives as long as the process; each request's `Ctx` is made from it. */
export interface Services {
  config: Config;
  db: Database;
  rules: Rules;
  clock: Clock;
  random: Random;
  limits: Limits;
  mailer: Mailer;
  hasher: PasswordHasher;
  presence: Presence;
  gamesDatabase: GamesDatabase | null;
  gamesSource: GamesSource | null;
  gamePictures: Pictures;
  publicOrigin: string;
  secret: string;
  banner: string | null;
  sharePicture: string | null;
  events: EventHub;
  notices: Notices;
  messages: MessageWriter;
  turns: Turns;
  queues: FairQueues;
  files: FileStore;
  workrooms: Workrooms;
  images: PictureImages;
  hostedFiles: HostedFiles | null;
  /** What the last look through the economy found on this node. */
  auditBoard: AuditBoard;
  log: Logger;
}

/** Makes the services over an open database; `pictures` are the addresses of the house's own. */
export async function createServices(
  config: Config,
  db: Database,
  log: Logger,
  pictures: Pick<Services, 'banner' | 'sharePicture'>,
): Promise<Services> {
  const clock: Clock = { now: () => new Date() };
  const limits = createLimits();
  const events = createEvents(log);
  const database = config.RAWG_API_KEY
    ? createRawg({ url: config.RAWG_URL, key: config.RAWG_API_KEY, log })
    : null;
  return {
    config,
    db,
    rules: {
      gamePriceCents: config.GAME_PRICE,
      topUpDailyCents: config.TOP_UP_DAILY,
      playCycleMs: config.PLAY_CYCLE_MS,
      awardsPerDay: config.AWARDS_PER_DAY,
      marketFeePercent: config.MARKET_FEE_PERCENT,
    },
    clock,
    random: { integer: (below) => randomInt(below) },
    limits,
    mailer: config.SMTP_URL
      ? createSmtpMailer(config.SMTP_URL, log)
      : createFolderMailer(path.join(config.DATA_DIR, 'mail'), log),
    hasher: createHasher(),
    presence: createPresence(db, clock),
    gamesDatabase: database,
    gamesSource: database && createGamesSource({ database, db, clock, limits, log }),
    gamePictures: openGamePictures({ config, db, clock, log, gamesDatabase: database }),
    publicOrigin: config.ORIGIN ?? `http://localhost:${config.PORT}`,
    secret: await readSecret(config.DATA_DIR),
    banner: pictures.banner,
    sharePicture: pictures.sharePicture,
    events,
    notices: createNotices({ db, clock, events, log }),
    messages: createMessageWriter({ db, clock, events, log }),
    turns: createTurns(),
    queues: createFairQueues(),
    ...openGalleryFiles(config, log),
    auditBoard: createAuditBoard(),
    log,
  };
}

/** The context of one request. */
export function createCtx(services: Services, request: RequestFacts, actor: Actor | null): Ctx {
  const { db, rules, clock, random, limits, mailer, hasher, presence } = services;
  const { gamesDatabase, gamesSource, publicOrigin, secret, banner, sharePicture } = services;
  const { events, notices, messages, turns, queues, files, workrooms, images, hostedFiles } =
    services;
  const log = services.log.child({ requestId: request.id });
  return {
    db,
    rules,
    clock,
    random,
    limits,
    mailer,
    hasher,
    presence,
    gamesDatabase,
    gamesSource,
    publicOrigin,
    secret,
    banner,
    sharePicture,
    events,
    notices,
    messages,
    turns,
    queues,
    files,
    workrooms,
    images,
    hostedFiles,
    actor,
    request,
    log,
  };
}

import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { type CardIcons, cardVersion, parseGlyphCard } from '#catalog/art/card-icons.ts';
import { gameStyle } from '#catalog/art/parts/game-style.ts';
import { drawCard, drawGlyphCard } from '#catalog/art/pictures/card.ts';
import { drawCardBack } from '#catalog/art/pictures/card-back.ts';
import { cardSets } from '#catalog/card-sets.ts';
import { findGameGenres } from '#domain/catalog/games/find-game-genres.ts';
import type { Ctx } from '#domain/context.ts';
import { createFairQueue } from '#integrations/lib/fair-queue.ts';
import { readCardIcons } from '#server/bootstrap/card-icons.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { cardDrawingConstants } from '#shared/constants/server/http-requests.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { readAcceptedEncodings } from '../accepted-encodings.ts';
import type { Env } from '../hono-env.ts';
import { toFullQueueResponse } from '../pages/full-queue-response.ts';
import { matchesETag } from './if-none-match.ts';

const immutableCaching = 'public, max-age=31536000, immutable';
const picturePattern = /^\/art\/cards\/([1-9]\d{0,9})\/([a-z-]{1,60})-([0-9a-f]{8})\.svg$/;
const idMax = 2_147_483_647;

/** The games whose genres a process keeps. */
const gamesMax = 5_000;
const gameMs = 60_000;

const compress = promisify(brotliCompress);
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface Drawing {
  svg: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
}

const cards = new Map(
  cardSets.flatMap(({ gameId, cards }) => cards.map((card) => [card.id, { card, gameId }])),
);

/**
 * Draws the cards of each game when they are first requested. Only kinds and games that exist are drawn,
 * and names are checked before the database is asked. A picture costs a few milliseconds; simultaneous
 * requests of one share it. There are more pictures than the cache holds, so IP addresses take turns.
 */
export function createCardArtRoutes(
  ctx: Pick<Ctx, 'db'>,
  artDirectory: string,
  { cacheBytes = cardDrawingConstants.cacheBytes } = {},
): Hono<Env> {
  const routes = new Hono<Env>();
  const enter = createFairQueue({ ...cardDrawingConstants, createError: createBusyError });
  const games = new LRUCache<number, { genres: string[] | null }>({
    max: gamesMax,
    ttl: gameMs,
    fetchMethod: async (id) => ({ genres: await findGameGenres(ctx, id) }),
  });
  const drawings = new LRUCache<
    string,
    Drawing,
    { gameId: number; kindId: string; icons: CardIcons }
  >({
    maxSize: cacheBytes,
    sizeCalculation: ({ svg, brotli }) => svg.byteLength + brotli.byteLength + 500,
    // A picture that the cache drops while it is drawn is still sent.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: { gameId, kindId, icons } }) => {
      const genres = (await games.fetch(gameId))?.genres;
      if (!genres) return undefined;
      const svg = Buffer.from(drawKind(kindId, gameStyle(gameId, genres), icons));
      return { svg: new Uint8Array(svg), brotli: new Uint8Array(await compress(svg, compression)) };
    },
  });
  let loading: Promise<CardIcons | null> | null = null;
  const notFound = (c: Context) => c.text('Not found.', 404, { 'Cache-Control': 'no-store' });

  routes.get('/art/cards/:game{[0-9]+}/*', async (c) => {
    const { pathname } = new URL(c.req.url);
    const [, id = '', kindId = '', version = ''] = picturePattern.exec(pathname) ?? [];
    const gameId = Number(id);
    if (gameId === 0 || gameId > idMax) return notFound(c);
    loading ??= readCardIcons(artDirectory).catch((error: unknown) => {
      // The next request tries again.
      loading = null;
      throw error;
    });
    const icons = await loading;
    if (!icons) {
      loading = null;
      return notFound(c);
    }
    if (!isCardOf(kindId, gameId, icons)) return notFound(c);
    const key = `${gameId} ${kindId}`;
    const draw = () => drawings.fetch(key, { context: { gameId, kindId, icons } });
    let drawing: Drawing | undefined;
    try {
      const caller = { address: c.get('address'), account: '' };
      drawing = drawings.get(key) ?? (await enter(caller, draw));
    } catch (error) {
      return toFullQueueResponse(error);
    }
    if (!drawing) return notFound(c);
    // During an update, another node may have named a picture of its version.
    const isCurrent = version === cardVersion(icons);
    const encoding = readAcceptedEncodings(c.req.header('Accept-Encoding')).br ? 'br' : 'identity';
    const tag = `${cardVersion(icons)}-${encoding}`;
    const headers = {
      'Cache-Control': isCurrent ? immutableCaching : 'no-store',
      ETag: `"${tag}"`,
      Vary: 'Accept-Encoding',
    };
    if (matchesETag(c.req.header('If-None-Match'), tag)) return c.body(null, 304, headers);
    const body = encoding === 'br' ? drawing.brotli : drawing.svg;
    return c.body(body, 200, {
      ...headers,
      ...(encoding === 'br' && { 'Content-Encoding': 'br' }),
      'Content-Type': 'image/svg+xml',
      'Content-Length': String(body.byteLength),
    });
  });
  return routes;
}

const createBusyError = () =>
  new AppError('rate-limited', { retryAfterMs: cardDrawingConstants.retryMs });

/** Whether a game can have the card; every game has a back. */
function isCardOf(kindId: string, gameId: number, icons: CardIcons): boolean {
  if (kindId === 'back') return true;
  const found = cards.get(kindId);
  if (found) return found.gameId === null || found.gameId === gameId;
  return gameId >= ownGameConstants.idsFrom && parseGlyphCard(kindId, icons) !== null;
}

function drawKind(kindId: string, style: ReturnType<typeof gameStyle>, icons: CardIcons): string {
  const found = cards.get(kindId);
  if (found) return drawCard(found.card, style, icons);
  const chosen = parseGlyphCard(kindId, icons);
  return chosen ? drawGlyphCard(chosen, style, icons) : drawCardBack(style, icons);
}

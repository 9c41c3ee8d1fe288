import { and, asc, count, eq, inArray, isNull, max, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  cardKinds,
  cardSetVersionKinds,
  cardSetVersions,
  cards,
  pendingSetChecks,
  setCompletions,
} from '#database/schema.ts';
import { cardSetConstants } from '#shared/constants/card-sets.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type CardSetInput, type CardSetRow, findSetProblem } from '#shared/schemas/card-sets.ts';
import type { Clock } from '../base-context.ts';
import { publishGameChange } from '../catalog/own-games/publish-game-change.ts';
import type { CardGlyphs, Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { resolveRarityWeights } from '../site/current-rules.ts';
import { findSitePictures } from '../site/pictures/find-site-pictures.ts';
import { savePictureUses } from '../site/pictures/save-picture-uses.ts';
import { lockSettingsAgainstChanges, readSiteSetting } from '../site/read-site-settings.ts';
import { hasSameCards, hasSameKinds, type Kind, type Value } from './compare-kinds.ts';
import { findUnfairRarity } from './draw-card.ts';
import { glyphPicturePath } from './glyph-picture.ts';
import { lockCardSet } from './lock-card-set.ts';

/** A row of the form with the kind that it is; a kind without an id is new. */
interface PlacedCard extends CardSetRow {
  kind: Kind | null;
}

/** Who changes a set, when, and the glyphs that there are. */
interface SetChange {
  accountId: string;
  clock: Clock;
  cardGlyphs: CardGlyphs;
}

/**
 * Saves the card set of a game of the site as a new version, if `version` is still the newest one (0 before the
 * first). A kind that was in a version is never deleted and keeps its rarity: a card whose rarity is changed is
 * a new kind. Texts and pictures change for all copies. Without a change there is no new version, also when the
 * same form is sent again. A set that has all the versions it can have keeps its kinds: only their texts and
 * pictures can be changed.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `card-set-changed`,
 * `unfair-card-set`, `too-many-card-kinds`, `too-many-set-versions`, `picture-gone`, `bad-input` for a glyph that
 * does not exist.
 */
export async function saveCardSet(
  ctx: Ctx,
  input: { gameId: number } & CardSetInput,
): Promise<{ version: number }> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const { cardGlyphs } = ctx.catalog;
  const change = { accountId, clock: ctx.clock, cardGlyphs };
  const version = await ctx.db.transaction((tx) => saveCardSetInTransaction(tx, change, input));
  publishGameChange(ctx);
  return { version };
}

/** `saveCardSet` in a transaction of the caller, which has checked the rights of the account. */
export async function saveCardSetInTransaction(
  tx: Queryable,
  { accountId, clock, cardGlyphs }: SetChange,
  { gameId, version, cards: rows }: { gameId: number } & CardSetInput,
): Promise<number> {
  const problem = findSetProblem(rows);
  if (problem) throw new AppError('bad-input', { text: problem.text });
  const now = clock.now();
  const gameName = await lockCardSet(tx, gameId);
  if (gameName === null) throw new AppError('game-not-found');
  const kinds = await tx
    .select()
    .from(cardKinds)
    .where(eq(cardKinds.gameId, gameId))
    .orderBy(asc(cardKinds.id));
  const newest = await readVersion(tx, gameId);
  if (newest !== version && newest !== version + 1) throw new AppError('card-set-changed');
  const placed = rows.map((row) => ({ ...row, kind: findKind(kinds, row) }));
  const values = await toValues(cardGlyphs, tx, { gameId, placed, kinds });
  if (newest > 0 && hasSameCards(kinds, values)) return newest;
  if (newest !== version) throw new AppError('card-set-changed');
  // Without the lock the odds could change until the set is stored.
  await lockSettingsAgainstChanges(tx);
  requireFairSet(rows, resolveRarityWeights(await readSiteSetting(tx, 'rarityWeights')));
  const isFull = newest >= cardSetConstants.versionsMax;
  if (isFull && !hasSameKinds(kinds, values)) throw new AppError('too-many-set-versions');
  if (version === 0) await saveSharedVersion(tx, gameId, now);
  await saveKinds(tx, gameId, values);
  await savePictureUses(tx, {
    usedBy: `cards:${gameId}`,
    pictureIds: await listPictures(tx, gameId),
  });
  const kindIds = values.map(({ id }) => id);
  if (!isFull) await insertVersion(tx, { gameId, version: version + 1, kindIds, savedAt: now });
  const saved = isFull ? version : version + 1;
  await appendToAdminLog(tx, {
    accountId,
    act: 'change-card-set',
    subject: String(gameId),
    details: {
      name: gameName,
      version: saved,
      cards: values.map(({ id, name, rarity }) => ({ id, name, rarity })),
    },
    at: now,
  });
  return saved;
}

async function insertVersion(
  tx: Queryable,
  {
    gameId,
    version,
    kindIds,
    savedAt,
  }: { gameId: number; version: number; kindIds: readonly string[]; savedAt: Date },
): Promise<void> {
  const otherCards = await countOtherCards(tx, { gameId, version: version - 1, kindIds });
  await tx.insert(cardSetVersions).values({ gameId, version, otherCards, savedAt });
  await tx
    .insert(cardSetVersionKinds)
    .values(kindIds.map((kindId, position) => ({ gameId, version, kindId, position })));
  await checkHolders(tx, gameId, kindIds);
}

/** @throws AppError `unfair-card-set` with the two rarities. */
export function requireFairSet(
  rows: readonly Pick<CardSetRow, 'rarity'>[],
  weights: Record<Rarity, number>,
): void {
  const unfair = findUnfairRarity(rows, weights);
  if (!unfair) return;
  const { rarity, lowerRarity } = unfair;
  throw new AppError('unfair-card-set', {
    text: `One ${rarity} card would come more often than one ${lowerRarity} card. Add ${rarity} cards, or have fewer ${lowerRarity} ones.`,
  });
}

async function readVersion(tx: Queryable, gameId: number): Promise<number> {
  const [row] = await tx
    .select({ version: max(cardSetVersions.version) })
    .from(cardSetVersions)
    .where(eq(cardSetVersions.gameId, gameId));
  return row?.version ?? 0;
}

/** The kind of a row with an id. With another rarity it is a new kind. */
function findKind(kinds: readonly Kind[], { kindId, rarity }: CardSetRow): Kind | null {
  if (kindId === null) return null;
  const kind = kinds.find(({ id }) => id === kindId);
  if (!kind) throw new AppError('card-set-changed');
  return kind.rarity === rarity ? kind : null;
}

/** The rows of `card_kinds` of the new version, in their order. */
async function toValues(
  cardGlyphs: CardGlyphs,
  tx: Queryable,
  {
    gameId,
    placed,
    kinds,
  }: { gameId: number; placed: readonly PlacedCard[]; kinds: readonly Kind[] },
): Promise<Value[]> {
  const pictureIds = placed.flatMap(({ picture }) => picture.pictureId ?? []);
  const found = new Map(
    (await findSitePictures(tx, pictureIds)).map((picture) => [picture.id, picture]),
  );
  let number = kinds.length;
  const values = placed.map(({ kind, name, description, rarity, picture }, position) => {
    if (!kind) number += 1;
    const { pictureId, glyph } = picture;
    const path =
      pictureId === null
        ? glyphPicturePath(cardGlyphs, { rarity, glyph })
        : found.get(pictureId)?.thumbnail.path;
    if (path === undefined) throw new AppError('picture-gone');
    return {
      id: kind?.id ?? `own-${gameId}-${number}`,
      setId: `own-${gameId}`,
      gameId,
      name,
      description,
      picture: path,
      pictureId,
      rarity,
      position,
      isCurrent: true,
    };
  });
  if (number > cardSetConstants.kindsMax) throw new AppError('too-many-card-kinds');
  return values;
}

/** Until its first own set, the game had the set that other games share. Its cards stay complete. */
async function saveSharedVersion(tx: Queryable, gameId: number, now: Date): Promise<void> {
  await tx.insert(cardSetVersions).values({ gameId, version: 0, otherCards: 0, savedAt: now });
  await tx.execute(sql`insert into ${cardSetVersionKinds} (game_id, version, kind_id, position)
    select ${gameId}::integer, 0, id, position from ${cardKinds}
    where game_id is null and is_current`);
}

async function saveKinds(tx: Queryable, gameId: number, values: readonly Value[]): Promise<void> {
  const kept = values.map(({ id }) => id);
  await tx
    .update(cardKinds)
    .set({ isCurrent: false })
    .where(and(eq(cardKinds.gameId, gameId), notInArray(cardKinds.id, kept)));
  await tx
    .insert(cardKinds)
    .values([...values])
    .onConflictDoUpdate({
      target: cardKinds.id,
      set: {
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        picture: sql`excluded.picture`,
        pictureId: sql`excluded.picture_id`,
        position: sql`excluded.position`,
        isCurrent: true,
      },
    });
}

/** The pictures of all kinds, because cards of earlier versions exist too. */
async function listPictures(tx: Queryable, gameId: number): Promise<string[]> {
  const rows = await tx
    .select({ id: cardKinds.pictureId })
    .from(cardKinds)
    .where(eq(cardKinds.gameId, gameId));
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * The cards of the game whose kinds the new version does not have. The audit counts them again: the lock keeps
 * others from being made. Those of the shared set were counted with the first version.
 */
async function countOtherCards(
  tx: Queryable,
  { gameId, version, kindIds }: { gameId: number; version: number; kindIds: readonly string[] },
): Promise<number> {
  const ofKinds = async (which: ReturnType<typeof eq>) => {
    const [row] = await tx
      .select({ copies: count() })
      .from(cards)
      .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
      .where(and(eq(cards.gameId, gameId), which));
    return row?.copies ?? 0;
  };
  const ofEarlier = await ofKinds(
    sql`${cardKinds.gameId} = ${gameId} and ${notInArray(cardKinds.id, [...kindIds])}`,
  );
  if (version === 0) return ofEarlier + (await ofKinds(isNull(cardKinds.gameId)));
  const [first] = await tx
    .select({ cards: cardSetVersions.otherCards })
    .from(cardSetVersions)
    .where(and(eq(cardSetVersions.gameId, gameId), eq(cardSetVersions.version, 1)));
  return ofEarlier + (first?.cards ?? 0);
}

/** Accounts that hold every card of the new version already, without another card that arrives. */
async function checkHolders(
  tx: Queryable,
  gameId: number,
  kindIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`insert into ${pendingSetChecks} (user_id, game_id)
    select ${cards.ownerId}, ${cards.gameId} from ${cards}
    where ${and(inArray(cards.kindId, [...kindIds]), eq(cards.gameId, gameId), eq(cards.state, 'held'))}
      and not exists (select from ${setCompletions} as completion
        where completion.user_id = ${cards.ownerId} and completion.game_id = ${cards.gameId})
    group by ${cards.ownerId}, ${cards.gameId}
    having count(distinct ${cards.kindId}) = ${kindIds.length}::integer`);
}

import type { Transaction } from '#database/pg-patches/transaction.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { saveCardSetInTransaction } from '../card-sets/save-card-set.ts';
import { setGamePicturesInTransaction } from '../catalog/own-games/game-pictures.ts';
import { changeOwnGame, insertOwnGame } from '../catalog/own-games/save-own-game.ts';
import { addSaleInTransaction } from '../catalog/prices/change-sales.ts';
import { addKeysInTransaction } from '../game-library/keys/change-game-keys.ts';
import type { CheckCtx, CheckedGameRow } from './check-game-rows.ts';

export type WriteCtx = CheckCtx & { accountId: string };

/**
 * Writes the changes of a checked row. The caller has locked the games of the site.
 * @throws AppError of the use cases, with the row in its text.
 */
export async function writeGameRow(
  tx: Transaction,
  ctx: WriteCtx,
  checked: CheckedGameRow,
): Promise<void> {
  try {
    await writeChanges(tx, ctx, checked);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const text = `Row ${checked.row} (${checked.name}): ${error.message}`;
    throw new AppError(error.code, { ...error.details, text });
  }
}

async function writeChanges(
  tx: Transaction,
  ctx: WriteCtx,
  { changes, game }: CheckedGameRow,
): Promise<void> {
  const { accountId, clock, catalog } = ctx;
  const { fields, sales, set, pictures, keys } = changes;
  const change = { accountId, clock };
  if (game && fields) {
    const { id: gameId, version } = game;
    await changeOwnGame(tx, change, { gameId, version, input: fields });
  }
  const gameId = game?.id ?? (fields && (await insertOwnGame(tx, change, fields)));
  if (gameId === null) return;
  for (const sale of sales) await addSaleInTransaction(tx, clock, { accountId, gameId, ...sale });
  if (set) {
    const { cardGlyphs } = catalog;
    await saveCardSetInTransaction(tx, { ...change, cardGlyphs }, { gameId, ...set });
  }
  if (pictures) await setGamePicturesInTransaction(tx, change, { gameId, list: pictures });
  if (keys.length > 0) await addKeysInTransaction(tx, ctx, { gameId, keys });
}

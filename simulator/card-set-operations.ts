import { randomUUID } from 'node:crypto';
import { getCardSet } from '#domain/card-sets/get-card-set.ts';
import type { EditedCard } from '#domain/card-sets/read-card-sets.ts';
import { saveCardSet } from '#domain/card-sets/save-card-set.ts';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { cardSetConstants } from '#shared/constants/card-sets.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import type { CardSetInput, CardSetRow } from '#shared/schemas/card-sets.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { grantAll } from './collection-operations.ts';
import { noteCardKinds } from './model.ts';
import { type OperationContext, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createRequestCtx } from './request-contexts.ts';
import { runUntilAnswered, type Worker } from './simulation-state.ts';

type CardSetKind = Extract<OperationKind, 'edit-card-set'>;

const names = ['Lamp', 'Wick', 'Oil', 'Tin', 'Pin', 'Lid', 'Box', 'Fuse', 'Match', 'Spark', 'Cord'];

/** The rarities of the cards of each set. The last ones are not fair and must be refused. */
const distributions: { fair: boolean; rarities: Rarity[] }[] = [
  { fair: true, rarities: [...fill(5, 'common'), ...fill(4, 'uncommon')] },
  {
    fair: true,
    rarities: [...fill(4, 'common'), ...fill(3, 'uncommon'), ...fill(2, 'rare')],
  },
  {
    fair: true,
    rarities: [...fill(4, 'common'), ...fill(2, 'uncommon'), ...fill(2, 'rare'), 'legendary'],
  },
  { fair: false, rarities: [...fill(8, 'common'), 'uncommon'] },
];

function fill(count: number, rarity: Rarity): Rarity[] {
  return Array.from({ length: count }, () => rarity);
}

/** Creates the game of the site whose card set is edited. It begins with the set that other games share. */
export async function createGameWithCardSet({ world, database, nodeCtx }: Worker): Promise<void> {
  const ctx = { ...nodeCtx, db: database.db, actor: world.moderator };
  const input = ownGameInput.parse({ name: 'A game with a card set' });
  const { gameId } = await createOwnGame(ctx, input);
  world.gameIds.push(gameId);
  world.gameNames.push(input.name);
  world.cardSetGameId = gameId;
}

/** Catalog editors change a card set while its cards are drawn, granted, crafted and recycled. */
export const cardSetOperations: Record<
  CardSetKind,
  (context: OperationContext) => Promise<unknown>
> = {
  async 'edit-card-set'(context) {
    const { worker, operation, at } = context;
    const { cardSetGameId: gameId, moderator, model } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const set = await runUntilAnswered(worker, 'read card set', () => getCardSet(ctx, gameId));
    if (!set) return;
    const known = [...set.cards, ...set.earlier];
    model.violations.push(...noteCardKinds(model, known));
    const { version } = set;
    const grows = operation.account % 4 === 0 && version > 0 && set.cards.length < names.length;
    const changed = distributions[operation.cents % distributions.length];
    const fair = grows || changed?.fair === true;
    const wanted = grows ? grow(set.cards) : arrange(changed?.rarities ?? [], operation.choice);
    const last = grows ? set.cards.at(-1) : undefined;
    if (last) await grantCards(context, set.cards.slice(0, -1));
    await runInTabs(operation, async () => {
      const cards = wanted.map(({ name, rarity }) => toRow(known, name, rarity));
      if (version >= cardSetConstants.versionsMax) return saveFullSet(context, { version, cards });
      const sent = {
        version: version + 1,
        cards: cards.map((card) => `${card.name} ${card.rarity}`),
        acknowledged: false,
      };
      model.cardSets.push(sent);
      const save = () => saveCardSet(ctx, { gameId, version, cards });
      const saved = await runUntilAnswered(worker, 'edit-card-set', save, operation.failure);
      if (!saved) return;
      sent.acknowledged = true;
      if (!fair) model.violations.push(`version ${saved.version} of the card set is not fair`);
      if (saved.version !== sent.version) {
        model.violations.push(`a card set was saved as ${saved.version}, not ${sent.version}`);
      }
      if (operation.after !== 'again') return;
      const again = await runUntilAnswered(worker, 'edit-card-set again', save);
      if (again && again.version !== saved.version) {
        model.violations.push(`a card set was saved twice, as ${again.version} too`);
      }
    });
    if (!last) return;
    // The account now has all cards of the version before, and not the card that was added.
    await grantCards(context, [last]);
    await runUntilAnswered(worker, 'settle sets', () => recordCompleteSets(ctx));
  },
};

type WantedCard = Pick<EditedCard, 'name' | 'rarity'>;

function arrange(rarities: readonly Rarity[], firstName: number): WantedCard[] {
  return rarities.map((rarity, index) => ({
    name: names[(firstName + index) % names.length] ?? '',
    rarity,
  }));
}

/** The cards of a set and one more of its rarest kind, which is always fair. */
function grow(cards: readonly WantedCard[]): WantedCard[] {
  const used = new Set(cards.map(({ name }) => name));
  const name = names.find((one) => !used.has(one)) ?? '';
  const rarity = rarities.findLast((one) => cards.some((card) => card.rarity === one)) ?? 'common';
  return [...cards, { name, rarity }];
}

/** A set with all the versions it can have gets no other version. */
async function saveFullSet(
  { worker, operation, at }: OperationContext,
  edit: CardSetInput,
): Promise<void> {
  const { cardSetGameId: gameId, moderator, model } = worker.world;
  const ctx = createRequestCtx(worker, moderator, at);
  const save = () => saveCardSet(ctx, { gameId, ...edit });
  const saved = await runUntilAnswered(worker, 'edit-card-set', save, operation.failure);
  if (saved && saved.version !== edit.version) {
    model.violations.push(`a card set was saved as ${saved.version}, beyond its last version`);
  }
}

async function grantCards(context: OperationContext, cards: readonly WantedCard[]): Promise<void> {
  const { gameIds, gameNames, cardSetGameId } = context.worker.world;
  const game = gameNames[gameIds.indexOf(cardSetGameId)] ?? '';
  await grantAll(context, game, cards);
}

/** A card with a text of its own, so that no two forms are the same. A name keeps its kind if its rarity allows it. */
function toRow(known: readonly EditedCard[], name: string, rarity: Rarity): CardSetRow {
  const named = known.filter((card) => card.name === name);
  const kind = named.find((card) => card.rarity === rarity) ?? named[0];
  const picture = { pictureId: null, glyph: 'lantern' } as const;
  return { kindId: kind?.kindId ?? null, name, description: randomUUID(), rarity, picture };
}

import { gamesDatabase as limits, shop } from '#shared/limits.ts';
import type { Ctx } from '../../context.ts';
import type { GameList, GameSummary } from '../game-list.ts';
import { withCover } from '../picture-address.ts';
import type { Asked, Asker } from './games-source.ts';
import { type ListInput, listQuestion, type Question } from './question.ts';

/** What reading the catalogue takes; without a source and who asks, what Postgres holds is all. */
export type CatalogueReader = Pick<Ctx, 'db'> & Partial<Pick<Ctx, 'gamesSource' | 'request'>>;

type Look = Asked & {
  /** Whether there is a source that might know, which has never said: what we lack may exist. */
  isOpen: boolean;
};

/** Looks whether a games database, where there is one, knows more (see `GamesSource.look`). */
export async function look(
  { gamesSource, request }: CatalogueReader,
  question: Question | null,
  asker: Omit<Asker, 'address'>,
): Promise<Look> {
  if (!gamesSource || !request || !question) return { answer: null, renewed: false, isOpen: false };
  const asked = await gamesSource.look(question, { ...asker, address: request.address });
  return { ...asked, isOpen: asked.answer === null };
}

/**
 * A page of a list as a games database has it, in its order. Null where there is none, it is not asked
 * such a thing or has not answered: then what Postgres holds is the list. It is asked for pages of the
 * shop's usual size alone, so that its answers serve every size: a page of another size is put together
 * from those that it touches.
 */
export async function listFromSource(
  ctx: CatalogueReader,
  { perPage = shop.pageSize, ...input }: ListInput & { perPage?: number },
  asker: Omit<Asker, 'address'>,
): Promise<GameList | null> {
  if (perPage === shop.pageSize) return usualPage(ctx, input, asker);
  const start = (input.page - 1) * perPage;
  const first = Math.floor(start / shop.pageSize) + 1;
  const list = await usualPage(ctx, { ...input, page: first }, asker);
  if (!list) return null;
  const end = Math.min(start + perPage, list.total);
  const last = Math.min(Math.ceil(end / shop.pageSize), limits.pageMax);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, last - first) }, (_, index) =>
      usualPage(ctx, { ...input, page: first + 1 + index }, asker),
    ),
  );
  if (others.includes(null)) return null;
  const found = [list, ...others].flatMap((page) => page?.games ?? []);
  // The answers can be of different hours: a game that moved in between is in two of them.
  const games = [...new Map(found.map((game) => [game.id, game])).values()];
  const skipped = start - (first - 1) * shop.pageSize;
  return {
    games: games.slice(skipped, skipped + perPage),
    total: list.total,
    pagesMax: Math.floor((limits.pageMax * shop.pageSize) / perPage),
  };
}

async function usualPage(
  ctx: CatalogueReader,
  input: ListInput,
  asker: Omit<Asker, 'address'>,
): Promise<GameList | null> {
  const { answer } = await look(ctx, listQuestion(input), asker);
  if (!answer) return null;
  const { games, total } = answer.missing ? await beyond(ctx, input) : answer;
  if (total === null) return null;
  return {
    games: games.map(withCover),
    total: Math.min(total, shop.countMax + 1),
    pagesMax: limits.pageMax,
  };
}

/** A page that a list has not, by the length that its first page tells; null where that is not known. */
async function beyond(
  ctx: CatalogueReader,
  input: ListInput,
): Promise<{ games: GameSummary[]; total: number | null }> {
  const { answer } = await look(ctx, listQuestion({ ...input, page: 1 }), { held: true });
  // However long it was then, it ends before this page.
  const total = answer && Math.min(answer.total, (input.page - 1) * shop.pageSize);
  return { games: [], total };
}

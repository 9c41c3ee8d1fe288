import { shop } from '#shared/limits.ts';
import type { Ctx } from '../../context.ts';
import type { GameList } from '../game-list.ts';
import { withCover } from '../picture-address.ts';
import type { Asked } from './games-source.ts';
import { type ListInput, listQuestion, type Question } from './question.ts';

/** What reading the catalogue takes; without a source and who asks, what Postgres holds is all. */
export type CatalogueReader = Pick<Ctx, 'db'> & Partial<Pick<Ctx, 'gamesSource' | 'request'>>;

/** Looks whether a games database, where there is one, knows more (see `GamesSource.look`). */
export async function look(
  { gamesSource, request }: CatalogueReader,
  question: Question | null,
  { held }: { held: boolean },
): Promise<Asked> {
  if (!gamesSource || !request || !question) return { answer: null, renewed: false };
  return gamesSource.look(question, { address: request.address, held });
}

/**
 * A page of a list as a games database has it, in its order. Null where there is none, it is not asked
 * such a thing or has not answered: then what Postgres holds is the list.
 */
export async function listFromSource(
  ctx: CatalogueReader,
  input: ListInput,
): Promise<GameList | null> {
  const { answer } = await look(ctx, listQuestion(input), { held: false });
  if (!answer) return null;
  return { games: answer.games.map(withCover), total: Math.min(answer.total, shop.countMax + 1) };
}

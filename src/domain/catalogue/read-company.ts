import { type SQL, sql } from 'drizzle-orm';
import { games } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { shop } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import type { GameSummary } from './game-list.ts';

export interface CompanyPage {
  id: number;
  name: string;
  description: string;
  games: GameSummary[];
  total: number;
}

const value = sql.placeholder;

/**
 * Makes the read of a publisher's or a developer's page: who it is, a page of its games, the most rated
 * first, and how many there are. It answers null for an unknown id.
 */
export function companyReader(statementName: string, from: { company: SQL; links: SQL; id: SQL }) {
  const read = preparedStatement<CompanyPage, { id: number; limit: number; offset: number }>(
    statementName,
    sql`select company.id, company.name, company.description,
      (select count(*)::integer from ${from.links} as link where link.${from.id} = company.id) as total,
      array(
        select jsonb_build_object('id', game.id, 'name', game.name, 'released', game.released,
          'rating', game.rating, 'backgroundImage', game.background_image)
        from ${from.links} as link join ${games} as game on game.id = link.game_id
        where link.${from.id} = company.id
        order by game.ratings_count desc nulls last, game.id
        limit ${value('limit')}::integer offset ${value('offset')}::integer
      ) as games
    from ${from.company} as company where company.id = ${value('id')}::integer`,
  );
  return async (ctx: Pick<Ctx, 'db'>, id: number, page: number): Promise<CompanyPage | null> => {
    const offset = (page - 1) * shop.pageSize;
    const [company] = await read(ctx.db, { id, limit: shop.pageSize, offset });
    return company ?? null;
  };
}

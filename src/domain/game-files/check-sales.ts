import { priceConstants } from '#shared/constants/catalog/prices.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { fileSale } from '#shared/schemas/game-files.ts';
import { findPeriodProblem } from '../catalog/prices/change-sales.ts';
import type { GameFileRow } from './parse-game-file.ts';
import { listProblems, type RowProblem } from './row-problem.ts';

export interface Sale {
  startsAt: Date;
  endsAt: Date;
  /** Cents. */
  price: number;
}

const { salesToComeMax } = priceConstants;

/**
 * Compares the sales of a row with those of the game that are running or to come. Sales of the game that the row
 * does not have stay. Those that are over are left out, so that an older file can be imported again.
 */
export function checkSales(
  typed: GameFileRow['more']['sales'],
  stored: readonly Sale[],
  now: Date,
): { added: Sale[]; problems: RowProblem[] } {
  const added: Sale[] = [];
  const problems: RowProblem[] = [];
  for (const [index, row] of (typed ?? []).entries()) {
    const column = `sales.${index + 1}`;
    const { data: sale, error } = fileSale.safeParse(row);
    if (!sale) {
      problems.push(...listProblems(error, column));
      continue;
    }
    const add = (text: string) => problems.push({ column, text });
    if (sale.endsAt <= sale.startsAt) add('The sale ends before it starts.');
    else if (sale.endsAt > now && !stored.some((one) => isSame(one, sale, now))) {
      // As `addSale` does. The second import finds this sale by its end.
      const startsAt = sale.startsAt < now ? now : sale.startsAt;
      const problem = findPeriodProblem({ ...sale, startsAt }, now);
      const overlaps = [...stored, ...added].some(
        (one) => one.startsAt < sale.endsAt && one.endsAt > startsAt,
      );
      if (problem) add(new AppError(problem).message);
      else if (overlaps) add(new AppError('sale-overlaps').message);
      else added.push({ ...sale, startsAt });
    }
  }
  if (added.length > 0 && stored.length + added.length > salesToComeMax)
    problems.push({ column: 'sales', text: new AppError('too-many-sales').message });
  return { added, problems };
}

function isSame(stored: Sale, typed: Sale, now: Date): boolean {
  const isStart =
    stored.startsAt.getTime() === typed.startsAt.getTime() ||
    (stored.startsAt <= now && typed.startsAt <= stored.startsAt);
  return (
    isStart && stored.price === typed.price && stored.endsAt.getTime() === typed.endsAt.getTime()
  );
}

import type { EconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { drawEconomyChart } from './draw-economy-chart.ts';

/** All charts of the economy's figures, as paths: the page needs no script for them. */
export function drawEconomyCharts({ players, money, cards, prices }: EconomyFigures) {
  const bars = (name: string, values: readonly (number | null)[]) => ({
    name,
    shape: 'bars' as const,
    values,
  });
  const curve = (name: string, values: readonly (number | null)[]) => ({
    name,
    shape: 'line' as const,
    values,
  });
  return {
    players: drawEconomyChart([
      bars(
        'Returning',
        players.map((row) => (row ? row.active - row.created : null)),
      ),
      bars(
        'New',
        players.map((row) => row?.created ?? null),
      ),
    ]),
    flows: drawEconomyChart([
      bars(
        'Made',
        money.bySteps.map(({ made }) => made),
      ),
      bars(
        'Spent',
        money.bySteps.map(({ spent }) => spent),
      ),
    ]),
    supply: drawEconomyChart(
      [
        curve(
          'Supply',
          money.bySteps.map(({ supply }) => supply),
        ),
      ],
      { isFromZero: false },
    ),
    cards: drawEconomyChart([
      bars(
        'Made',
        cards.bySteps.map(({ drawn, granted, recycled }) => drawn + granted + recycled),
      ),
      bars(
        'Traded',
        cards.bySteps.map(({ sold, traded }) => sold + traded),
      ),
      bars(
        'Consumed',
        cards.bySteps.map(({ crafted, recycledAway }) => crafted + recycledAway),
      ),
    ]),
    prices: drawEconomyChart(
      [
        curve(
          'Price index',
          prices.map(({ index }) => index),
        ),
      ],
      { isFromZero: false },
    ),
  };
}

export type EconomyCharts = ReturnType<typeof drawEconomyCharts>;

import { describe, expect, it } from 'vitest';
import type { PriceStep } from '#domain/market/history/get-price-history.ts';
import { drawPriceChart, type PriceChart } from './draw-price-chart.ts';

/** A day of November with sales at one price; null without sales. */
function createDay(day: number, price: number | null): PriceStep {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  const sales = price === null ? 0 : 1;
  return { from: date, to: date, sales, median: price, low: price, high: price };
}

function draw(...prices: (number | null)[]): PriceChart {
  const chart = drawPriceChart(prices.map((price, index) => createDay(index + 1, price)));
  if (!chart) throw new Error('no chart');
  return chart;
}

describe('the price chart', () => {
  it('is not drawn without a sale', () => {
    expect(drawPriceChart([createDay(1, null), createDay(2, null)])).toBeNull();
  });

  it('names every day once, at most four', () => {
    const days = (...prices: number[]) => draw(...prices).dayMarks.map(({ day }) => day.slice(-2));
    expect(days(100)).toEqual(['01']);
    expect(days(100, 110)).toEqual(['01', '02']);
    expect(days(100, 110, 120)).toEqual(['01', '02', '03']);
    expect(days(...Array.from({ length: 10 }, () => 100))).toEqual(['01', '04', '07', '10']);
  });

  it('shows a single day with sales as a line of the width of the day', () => {
    const { line, columns } = draw(null, 100, null, null);
    const [, from, to] = /^M([\d.]+),[\d.]+L([\d.]+),/.exec(line) ?? [];
    expect([Number(from), Number(to)]).toEqual([columns[1]?.x, columns[2]?.x]);
  });

  it('has no price between two cents', () => {
    const prices = draw(1, 2, 1).priceTicks.map(({ price }) => price);
    expect(prices).toContain(1);
    expect(prices).toContain(2);
    expect(prices.filter((price) => !Number.isInteger(price))).toEqual([]);
  });
});

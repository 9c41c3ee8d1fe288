import { describe, expect, test } from 'vitest';
import { parseInput } from './parse-input.ts';
import { newTradeInput, newTradeQuery } from './trades.ts';

const key = '0199b1c2-5c12-7d40-8b3e-7a3f9b01c8e5';
const form = (lists: object) => parseInput(newTradeInput, { key, with: 'ada', ...lists });

describe('the cards of an offer', () => {
  test('are read from a form', () => {
    expect(form({ give: '12.default-crown.2,7.default-dog.1' })).toMatchObject({
      give: [
        { gameId: 12, kindId: 'default-crown', copies: 2 },
        { gameId: 7, kindId: 'default-dog', copies: 1 },
      ],
      get: [],
    });
  });

  test.each([
    '12.default-crown.11',
    '12.default-crown.1,x',
    '12.default-crown.1,',
    `12.${'x'.repeat(5_000)}.1`,
  ])('are rejected as a whole if one is invalid: %.30s', (get) => {
    expect(() => form({ give: '7.default-dog.1', get })).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });

  test('are left out of a page if they are invalid', () => {
    const query = parseInput(newTradeQuery, { give: '12.default-crown.11,7.default-dog.1,x' });
    expect(query.give).toEqual([{ gameId: 7, kindId: 'default-dog', copies: 1 }]);
  });
});

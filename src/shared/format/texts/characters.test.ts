import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countCharacters, cutCharacters, isLongerThan } from './characters.ts';

const anyText = fc.string({ unit: 'binary' });

it('characters are counted as code points', () => {
  expect(['', 'Ada', '😀', 'é', '👩‍👧'].map(countCharacters)).toEqual([0, 3, 1, 1, 3]);
  fc.assert(fc.property(anyText, (text) => countCharacters(text) === [...text].length));
});

it('a text is cut after whole characters', () => {
  fc.assert(
    fc.property(anyText, fc.nat(12), (text, max) => {
      expect(cutCharacters(text, max)).toBe([...text].slice(0, max).join(''));
      expect(isLongerThan(text, max)).toBe([...text].length > max);
    }),
  );
});

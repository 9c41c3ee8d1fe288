// cspell:disable
import { readLetterTable } from './read-letter-table.ts';

/**
 * Letters that are upside down or mirrored, and the letters that they show so. Unicode lists none of them as confusable,
 * and says only in the names of the characters what they turn. Neither Node nor Postgres has these names.
 */
export const turnedLetters = readLetterTable(`
a 250 252 2c6f 2c70
c 186 254 2184
e 18e 1dd 258 2c7b
f 25f 2132 a7fb
g 183 2141 1d77
h 265 a78d
i 1d09 1d4e
j 27e
k 29e a7b0 1df10
l 285 2142 2e5 a780 a781
m 19c 26f a7fa a7fd
n 1d0e
p a7fc
r 279 27f 281 1d19 1d1a
t 287 a7b1
v 245 28c
w 28d
y 28e 2144
`);

/** ASCII characters that are others when they are upside down. */
export const turnedAscii: ReadonlyMap<string, string> = new Map(
  ['un', 'pd', 'bq', 'mw', 'MW', '69'].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

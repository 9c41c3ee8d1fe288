import type { Random } from '#catalog/seeded-random.ts';

const onsets = letters(
  'b c d f g h j k l m n p r s t v w z br cr dr fl gr kr pl qu sh sk st th tr',
);
const vowels = letters('a e i o u a e i o u ai ea ee ia io oo ou y');
const codas = letters('_ _ _ n r s l m t d k x nd ng rn st th ck ll ss').map((coda) =>
  coda.replace('_', ''),
) as NonEmptyList;

export type NonEmptyList = [string, ...string[]];

function letters(text: string): NonEmptyList {
  return text.split(' ') as NonEmptyList;
}

/** A random word of two syllables. */
export function generateWord(random: Random): string {
  const syllable = () => random.pick(onsets) + random.pick(vowels) + random.pick(codas);
  return syllable() + syllable();
}

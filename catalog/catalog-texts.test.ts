import { expect, test } from 'vitest';
import developers from './developers.json' with { type: 'json' };
import games from './games.json' with { type: 'json' };
import publishers from './publishers.json' with { type: 'json' };

interface Text {
  of: string;
  text: string;
}

/** Companies with fewer games have no description. */
const describedFrom = 3;

const described = games.map(({ name, description }): Text => ({ of: name, text: description }));
const companies = [
  ...describedCompanies('publisher', publishers, ({ publisherIds }) => publisherIds),
  ...describedCompanies('developer', developers, ({ developerIds }) => developerIds),
];
const all = [...described, ...companies];

function describedCompanies(
  kind: string,
  list: readonly { id: number; name: string; description: string }[],
  idsOf: (game: (typeof games)[number]) => number[],
): Text[] {
  const counts = new Map<number, number>();
  for (const id of games.flatMap(idsOf)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return list
    .filter(({ id }) => (counts.get(id) ?? 0) >= describedFrom)
    .map(({ name, description }) => ({ of: `${kind} ${name}`, text: description }));
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}'’]+/gu) ?? [];
const abbreviation = /(?:\b(?:Dr|Mr|Mrs|Ms|St|Jr|Bros|vs)|\.\p{L}|\s\p{Lu})\.$/u;

/** The sentences of a text. A full stop after an abbreviation does not end a sentence. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const part of text.split(/(?<=[.!?])\s+/)) {
    open = open === '' ? part : `${open} ${part}`;
    if (abbreviation.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  return open === '' ? sentences : [...sentences, open];
}

/** Whether a text contains a proper name or a number. The first word of a sentence is not a name. */
function isParticular(text: string): boolean {
  return sentencesOf(text).some((sentence) => {
    const [first = '', ...others] = wordsOf(sentence);
    return /\d/.test(first) || others.some((word) => /^\p{Lu}(?!['’]|$)|\d/u.test(word));
  });
}

/** The parts that occur in several texts, each with the names of these texts. */
function shared(partsOf: (text: string) => readonly string[]): string[] {
  const seen = new Map<string, Set<string>>();
  for (const { of, text } of all) {
    for (const part of partsOf(text)) {
      const key = wordsOf(part).join(' ').toLowerCase();
      seen.set(key, (seen.get(key) ?? new Set()).add(of));
    }
  }
  return [...seen].filter(([, of]) => of.size > 1).map(([part, of]) => `${[...of]}: ${part}`);
}

test.each(described)('the description of $of has 40 to 70 words', ({ text }) => {
  const words = text.split(/\s+/).length;
  expect(words).toBeGreaterThanOrEqual(40);
  expect(words).toBeLessThanOrEqual(70);
});

test('a sentence ends at its full stop and not at an abbreviation', () => {
  const text =
    'Dr. Mario met Mr. E. A. Poe vs. St. Peter. V.A.T.S. stops Warner Bros. Pictures. Why?';
  expect(sentencesOf(text)).toEqual([
    'Dr. Mario met Mr. E. A. Poe vs. St. Peter.',
    'V.A.T.S. stops Warner Bros. Pictures.',
    'Why?',
  ]);
});

test.each(described)('the description of $of contains a proper name or a number', ({ text }) => {
  expect(isParticular(text)).toBe(true);
});

test('a company with fewer than three games has no description', () => {
  const told = [...publishers, ...developers].filter(({ description }) => description !== '');
  expect(told).toHaveLength(companies.length);
});

test('a company with three or more games is described in two or three sentences', () => {
  expect(companies.length).toBeGreaterThan(40);
  const others = companies.filter(({ text }) => ![2, 3].includes(sentencesOf(text).length));
  expect(others).toEqual([]);
});

test('no two texts share a sentence', () => {
  expect(shared(sentencesOf)).toEqual([]);
});

test('no two texts share seven words in a row', () => {
  const runs = (text: string) => {
    const words = wordsOf(text);
    return words.slice(6).map((_, start) => words.slice(start, start + 7).join(' '));
  };
  expect(shared(runs)).toEqual([]);
});

test('the texts are plain paragraphs without advertising phrases', () => {
  const phrases =
    /immers|embark|unforgettable|stunning|breathtaking|must-play|masterpiece|iconic|thrilling|like no other|dive into|award-winning|acclaimed|captivating|groundbreaking|action-packed|<|&\w+;|\s\s|\n|^\s|\s$/i;
  expect(all.filter(({ text }) => phrases.test(text))).toEqual([]);
});

test('only the PC has system requirements, with one line for each component', () => {
  const line = /^(OS|Processor|Memory|Graphics|Storage|DirectX|Sound card|Network): \S/;
  const platforms: { name: string; minimum?: string; recommended?: string }[] = games.flatMap(
    (game) => game.platforms,
  );
  const lists = platforms.flatMap(({ name, minimum, recommended }) =>
    [minimum, recommended].flatMap((list) => (list ? [{ name, lines: list.split('\n') }] : [])),
  );
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.filter(({ name }) => name !== 'PC')).toEqual([]);
  expect(lists.flatMap(({ lines }) => lines).filter((text) => !line.test(text))).toEqual([]);
});

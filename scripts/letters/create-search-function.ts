import { latinLetters } from '#domain/lib/letters/latin-letters.ts';

const codePoints = 0x110000;

/** The marks above, below and around letters as ranges of a regular expression of Postgres. */
function listMarks(): string {
  const ranges: string[] = [];
  const isMark = (code: number) => /^\p{M}$/u.test(String.fromCodePoint(code));
  const toEscape = (code: number) =>
    code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  for (let code = 0x300; code < codePoints; code += 1) {
    if (!isMark(code)) continue;
    const first = code;
    while (isMark(code + 1)) code += 1;
    ranges.push(first === code ? toEscape(code) : `${toEscape(first)}-${toEscape(code)}`);
  }
  return ranges.join('');
}

/** The body of the function `search_words` of the database: `toSearchWords` as one expression of SQL. */
export function createSearchFunction(): string {
  const letters = [...latinLetters].filter(([, ascii]) => ascii.length === 1);
  const from = letters.map(([letter]) => letter).join('');
  const to = letters.map(([, ascii]) => ascii).join('');
  const lower = `lower(regexp_replace(normalize(regexp_replace(name, '[™®©℠]', '', 'g'), nfkd)
    collate "pg_unicode_fast", '[${listMarks()}]+', '', 'g'))`;
  const single = `translate(${lower},
    '${from}ς', '${to}σ')`;
  const folded = [...latinLetters]
    .filter(([, ascii]) => ascii.length > 1)
    .reduce((text, [letter, ascii]) => `replace(${text}, '${letter}', '${ascii}')`, single);
  const steps = [
    ["['’ʼ]", ''],
    ['(?<=(?:^|[^[:alnum:]])[[:alpha:]])\\.(?=[[:alpha:]](?:[^[:alnum:]]|$))', ''],
    ['(?<![+#])[+#]+(?=[[:alnum:]])|(?<![[:alnum:]+#])[+#]+', ' '],
    ['[^[:alnum:]%_\\\\+#]+', ' '],
  ];
  const words = steps.reduce(
    (text, [pattern = '', by = '']) =>
      `regexp_replace(${text}, '${pattern.replaceAll("'", "''")}', '${by}', 'g')`,
    `case when name ~ '[^\\x01-\\x7f]' then ${folded}
    else lower(name collate "pg_unicode_fast") end`,
  );
  return `select regexp_replace(btrim(${words}), '^[^[:alnum:]]*$', '')`;
}

import { readFileSync } from 'node:fs';

/** A character and the ASCII text that it looks like. */
export type LetterPair = readonly [letter: string, ascii: string];

/** How ICU names its data of confusable characters in the header of the data. */
const format = 'Cfu ';
const headerMark = Buffer.from([0xda, 0x27]);

/**
 * Reads Unicode's list of confusable characters from the ICU data in the program of Node, which is as new as its
 * Unicode. Node has no function for it. The form is that of ICU's `uspoof_impl.h`.
 */
function readIcuList(program: Buffer): Map<string, string> {
  const data = findData(program);
  // The mark and the version of the form. Another form would be read wrongly.
  if (data.readUInt32LE(0) !== 0x3845fdef || data.readUInt8(4) !== 2) {
    throw new Error('ICU has another form of confusable characters.');
  }
  const [keys, keyCount, strings, stringCount, table, tableLength] = [3, 4, 5, 6, 7, 8].map((n) =>
    data.readUInt32LE(n * 4),
  ) as [number, number, number, number, number, number];
  if (keyCount !== stringCount) throw new Error('The list of confusable characters is damaged.');
  const texts = data.subarray(table, table + tableLength * 2).toString('utf16le');
  return new Map(
    Array.from({ length: keyCount }, (_, index) => {
      // A key is a code point and the length of its text less one. A text of one unit is in place of its position.
      const key = data.readUInt32LE(keys + index * 4);
      const value = data.readUInt16LE(strings + index * 2);
      const length = (key >>> 24) + 1;
      const text = length === 1 ? String.fromCharCode(value) : texts.slice(value, value + length);
      return [String.fromCodePoint(key & 0x1fffff), text];
    }),
  );
}

function findData(program: Buffer): Buffer {
  for (let at = program.indexOf(format); at !== -1; at = program.indexOf(format, at + 1)) {
    const header = program.subarray(at - 12);
    if (header.subarray(2, 4).equals(headerMark)) return header.subarray(header.readUInt16LE(0));
  }
  throw new Error('This Node has no list of confusable characters.');
}

/** The characters that look like letters, digits and signs of ASCII, in the order of their code points. */
export function readConfusables(): LetterPair[] {
  return (
    [...readIcuList(readFileSync(process.execPath))]
      .map(([letter, like]): LetterPair => [letter, removeMarks(like)])
      .filter(([letter, like]) => letter > '\u007f' && /^[\x21-\x7e]+$/.test(like))
      // Normalization decomposes these.
      .filter(([letter, like]) => removeMarks(letter) !== like)
      .toSorted(([a], [b]) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
  );
}

const removeMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

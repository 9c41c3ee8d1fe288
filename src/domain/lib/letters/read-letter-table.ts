/** Reads a table whose lines are an ASCII text and the characters that stand for it, as hexadecimal code points. */
export function readLetterTable(table: string): ReadonlyMap<string, string> {
  const lines = table.trim().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [ascii = '', ...codes] = line.split(' ');
      return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), ascii] as const);
    }),
  );
}

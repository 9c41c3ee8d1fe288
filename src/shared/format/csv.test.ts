import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvCell, formatCsv, removeFormulaGuard } from './csv.ts';

async function format(rows: CsvCell[][]): Promise<string> {
  async function* iterate() {
    yield* rows;
  }
  let text = '';
  for await (const part of formatCsv(iterate(), { header: ['A', 'B'], decimals: 2 })) text += part;
  return text;
}

describe('formatting CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
    'keeps a spreadsheet from running the text %j',
    async (text) => {
      expect(await format([[text, '']])).toBe(`\uFEFFA,B\r\n"'${text}",""\r\n`);
    },
  );

  it('leaves negative numbers, dates and other texts as they are', async () => {
    expect(await format([[-5, new Date(0)]])).toBe(
      '\uFEFFA,B\r\n-5.00,1970-01-01T00:00:00.000Z\r\n',
    );
    expect(await format([['a "quoted", text', null]])).toBe(
      '\uFEFFA,B\r\n"a ""quoted"", text",\r\n',
    );
    expect(await format([['Game: =1', 0.001]])).toBe('\uFEFFA,B\r\n"Game: =1",0.00\r\n');
  });

  it('is undone for every text, also one that already looks guarded', async () => {
    const sign = fc.constantFrom(
      "'",
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '＝',
      '＋',
      '－',
      '＠',
      '"',
      'a',
    );
    const text = fc.string({ unit: sign, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        const [, [cell = ''] = []] = parse(await format([[written, 'b']]), { bom: true });
        expect(removeFormulaGuard(cell)).toBe(written);
        expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      }),
    );
  });

  it('writes every row of several batches', async () => {
    const text = await format(Array.from({ length: 450 }, (_, row) => [row, 'x']));
    expect(text.trim().split('\r\n')).toHaveLength(451);
    expect(text).toContain('\r\n449.00,"x"\r\n');
  });
});

import type pg from 'pg';
import type { DescribedColumn } from '#test/config/row-comparison.ts';

/** The commands of the extended query protocol that `pg` uses for prepared statements. */
interface ProtocolConnection {
  parse(statement: { name: string; text: string; types: number[] }): void;
  describe(statement: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Asks Postgres for the columns of a statement, without executing it. */
export function describeStatement(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  const { promise, resolve, reject } = Promise.withResolvers<DescribedColumn[]>();
  let columns: DescribedColumn[] = [];
  client.query({
    submit(connection: unknown) {
      const protocol = connection as ProtocolConnection;
      protocol.parse({ name: '', text, types: [] });
      protocol.describe({ type: 'S', name: '' });
      protocol.sync();
    },
    handleRowDescription({ fields }: { fields: DescribedColumn[] }) {
      columns = fields;
    },
    handleError: reject,
    handleReadyForQuery() {
      resolve(columns);
    },
  });
  return promise;
}

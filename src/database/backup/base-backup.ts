import { Readable } from 'node:stream';

import pg from 'pg';

/** The first byte of each message that Postgres sends within a base backup. */
const messageKinds = { archive: 'n', data: 'd' } as const;

/** Bytes that may wait here before Postgres has to wait. */
const bufferedBytes = 1024 * 1024;

/** What this module uses of pg's own connection; its types do not contain it. */
interface Connection {
  query(text: string): void;
  stream: { pause(): void; resume(): void; destroy(error?: Error): void };
}

/**
 * A base backup of a running Postgres as one tar stream, made by Postgres itself with the command
 * BASE_BACKUP of its replication protocol. It contains the WAL that makes the copy consistent. When the reader
 * is slow, Postgres waits. The role needs the attribute REPLICATION.
 * The stream fails with the error of Postgres, also when a page of the database is damaged.
 */
export function readBaseBackup(connection: pg.ClientConfig): Readable {
  const client = new pg.Client({ ...connection, ...replicationSettings });
  const query = new BaseBackupQuery();
  const archive = new Readable({
    highWaterMark: bufferedBytes,
    read: () => query.resume(),
    destroy(error, done) {
      // A reader that stops early ends the backup: Postgres notices the closed connection.
      if (query.finished) query.resume();
      else query.abort();
      client.end().then(
        () => done(error),
        () => done(error),
      );
    },
  });
  client.on('error', (error) => archive.destroy(error));
  query.onData = (bytes) => archive.push(bytes);
  query.onEnd = () => archive.push(null);
  query.onError = (error) => archive.destroy(error);
  client.connect().then(
    () => {
      // The reader may have stopped meanwhile.
      if (!archive.destroyed) client.query(query);
    },
    (error: Error) => archive.destroy(error),
  );
  return archive;
}

/** The connection is bound to the database, so that the rule of pg_hba.conf for databases applies to it. */
const replicationSettings = { replication: 'database', statement_timeout: 0 } as pg.ClientConfig;

/** A query object for pg, whose own ones reject the data of a copy. */
class BaseBackupQuery {
  finished = false;
  onData: (bytes: Buffer) => boolean = () => true;
  onEnd: () => void = () => undefined;
  onError: (error: Error) => void = () => undefined;
  #connection: Connection | undefined;

  submit(connection: Connection): void {
    this.#connection = connection;
    // `fast`: a checkpoint at once instead of over several minutes. `WAIT false` would be for an archive of WAL.
    connection.query(
      `BASE_BACKUP (LABEL 'guildhall', CHECKPOINT 'fast', WAL true, WAIT true, MANIFEST 'no')`,
    );
  }

  resume(): void {
    this.#connection?.stream.resume();
  }

  abort(): void {
    this.#connection?.stream.destroy();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === messageKinds.data) {
      // A copy, because pg's parser uses its buffer again.
      if (!this.onData(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause();
    } else if (kind === messageKinds.archive && this.#archives++ > 0) {
      this.onError(new Error('The database uses tablespaces; they cannot be backed up.'));
    }
  }
  #archives = 0;

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleCopyInResponse(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.finished = true;
    this.onEnd();
  }

  handleError(error: Error): void {
    this.finished = true;
    this.onError(error);
  }
}

import { and, arrayContains, ne, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { nodes } from '#database/schema.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import type { Log } from '../../base-context.ts';

const seconds = sql.raw(String(nodeConstants.deadAfterMs / 1000));

export interface Node {
  id: string;
  /** The ids of the encryption keys that it has. */
  keyIds: readonly string[];
}

/** One clock decides who is alive: that of the database. */
const beat = prepareStatement<{ living: number }, { id: string; keyIds: readonly string[] }>(
  'node-heartbeat',
  { living: integer },
  sql`with own as (
      insert into ${nodes} as node (id, started_at, seen_at, key_ids)
      values (${sql.placeholder('id')}::uuid, now(), now(), ${sql.placeholder('keyIds')}::text[])
      on conflict (id) do update set seen_at = now()
      returning id
    ), dead as (
      delete from ${nodes} where seen_at < now() - interval '${seconds} seconds'
        and id not in (select id from own)
    )
    select (count(*) + 1)::integer as living from ${nodes} as other
      where other.id not in (select id from own)
        and other.seen_at >= now() - interval '${seconds} seconds'`,
);

const remove = prepareStatement<Record<string, never>, { id: string }>(
  'remove-node',
  {},
  sql`delete from ${nodes} where id = ${sql.placeholder('id')}::uuid`,
);

/** Registers a node in a transaction of the caller, before its heartbeat starts. */
export async function registerNode(tx: Queryable, { id, keyIds }: Node): Promise<void> {
  await beat(tx, { id, keyIds });
}

/** Whether another living node has an encryption key. Nodes of earlier versions do not say which they have. */
export async function isKeyOfOtherNode(
  db: Queryable,
  { nodeId, keyId }: { nodeId: string; keyId: string },
): Promise<boolean> {
  const found = await db
    .select({ id: nodes.id })
    .from(nodes)
    .where(
      and(
        ne(nodes.id, nodeId),
        arrayContains(nodes.keyIds, [keyId]),
        sql`${nodes.seenAt} >= now() - interval '${seconds} seconds'`,
      ),
    )
    .limit(1);
  return found.length > 0;
}

interface NodeRegistry {
  /** The number of living nodes as of the last heartbeat, this one included. */
  countLiving(): number;
  /** Updates the row of this node, deletes those of dead ones and counts the living. */
  beat(): Promise<void>;
  /** Stops the heartbeat and deletes the row of this node. */
  stop(): Promise<void>;
}

/** Registers this node in the database and updates its row until `stop`. */
export async function startNodeRegistry({
  node: { id, keyIds },
  db,
  log,
}: {
  node: Node;
  db: Database;
  log: Log;
}): Promise<NodeRegistry> {
  let living = 1;
  let beating: Promise<void> | null = null;

  async function writeHeartbeat(): Promise<void> {
    try {
      const [row] = await beat(db, { id, keyIds });
      living = row?.living ?? 1;
    } catch (error) {
      // The last known count stays.
      log.warn({ err: error }, 'the heartbeat of this node could not be written');
    }
  }

  const registry: NodeRegistry = {
    countLiving: () => living,
    beat() {
      beating ??= writeHeartbeat().finally(() => {
        beating = null;
      });
      return beating;
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await remove(db, { id }).catch(() => undefined);
    },
  };
  const timer = setInterval(() => void registry.beat(), nodeConstants.heartbeatMs);
  timer.unref();
  await registry.beat();
  return registry;
}

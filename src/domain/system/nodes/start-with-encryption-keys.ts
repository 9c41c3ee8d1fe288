import type { Ctx } from '#domain/context.ts';
import {
  claimEncryptionKey,
  type EncryptionCtx,
  lockKeyInUse,
} from '../../secrets/claim-encryption-key.ts';
import { isKeyOfOtherNode, registerNode } from './node-registry.ts';

/** What a node that starts is for the others. */
interface StartingNode {
  id: string;
  /** Whether other nodes may use the same database. */
  mayHaveOthers: boolean;
  servesRequests: boolean;
}

/**
 * Checks the keys of a node that starts, and registers it. Returns the id of the key in use if another living node
 * has it and this one does not: then it must not start, because each of the two could not read what the other
 * encrypts. Otherwise returns null; without the key in use it logs what the operator can do. The lock of the record
 * lets only one of two nodes with different keys start when they start together.
 */
export async function startWithEncryptionKeys(
  ctx: EncryptionCtx & Pick<Ctx, 'db' | 'log'>,
  node: StartingNode,
): Promise<string | null> {
  const { keyIds } = ctx.encryption;
  const result = await ctx.db.transaction(async (tx) => {
    const keyId = await lockKeyInUse(tx, ctx);
    const isMissing = node.mayHaveOthers && !keyIds.includes(keyId);
    if (isMissing && (await isKeyOfOtherNode(tx, { nodeId: node.id, keyId })))
      return { keyOfOthers: keyId };
    const isUsable = await claimEncryptionKey(tx, ctx);
    if (node.mayHaveOthers && node.servesRequests) await registerNode(tx, { id: node.id, keyIds });
    return { keyOfOthers: null, isUsable };
  });
  if (result.isUsable === false)
    ctx.log.error(
      { keyIds },
      'The secrets of authenticator apps or the keys of games are encrypted with a key that this server does not have. Put ' +
        'it into GUILDHALL_SECRET, or put back the file encryption-key of DATA_DIR.',
    );
  return result.keyOfOthers;
}

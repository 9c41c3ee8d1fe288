import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { cardKinds, cardSetVersionKinds } from '#database/schema.ts';
import { type ModelCardSet, noteCardKinds } from './model.ts';
import type { World } from './simulation-state.ts';

/**
 * Compares the versions of the edited card set with those that were sent: an acknowledged one is a version, and
 * of those that were sent for one version no two are. All kinds that were ever read are still the same.
 */
export async function compareCardSets(
  db: Database,
  { model, cardSetGameId }: World,
): Promise<string[]> {
  const parts = await db
    .select({
      version: cardSetVersionKinds.version,
      name: cardKinds.name,
      rarity: cardKinds.rarity,
    })
    .from(cardSetVersionKinds)
    .innerJoin(cardKinds, eq(cardKinds.id, cardSetVersionKinds.kindId))
    .where(and(eq(cardSetVersionKinds.gameId, cardSetGameId), gt(cardSetVersionKinds.version, 0)))
    .orderBy(asc(cardSetVersionKinds.version), asc(cardSetVersionKinds.position));
  const stored = new Map<number, string[]>();
  for (const { version, name, rarity } of parts) {
    stored.set(version, [...(stored.get(version) ?? []), `${name} ${rarity}`]);
  }
  const isStored = ({ cards, version }: ModelCardSet) =>
    stored.get(version)?.join() === cards.join();
  const violations: string[] = [];
  const acknowledged = model.cardSets.filter((sent) => sent.acknowledged);
  for (const sent of acknowledged) {
    const { version } = sent;
    if (!isStored(sent)) violations.push(`version ${version} of the card set is another one`);
    if (acknowledged.some((other) => other !== sent && other.version === version)) {
      violations.push(`version ${version} of the card set was acknowledged twice`);
    }
  }
  for (const version of stored.keys()) {
    if (!model.cardSets.some((sent) => sent.version === version && isStored(sent))) {
      violations.push(`version ${version} of the card set was not sent`);
    }
  }
  const kinds = await db
    .select({ kindId: cardKinds.id, name: cardKinds.name, rarity: cardKinds.rarity })
    .from(cardKinds)
    .where(eq(cardKinds.gameId, cardSetGameId));
  violations.push(...noteCardKinds(model, kinds));
  const left = new Set(kinds.map(({ kindId }) => kindId));
  for (const kindId of model.cardKinds.keys()) {
    if (!left.has(kindId)) violations.push(`the card kind ${kindId} is gone`);
  }
  return violations;
}

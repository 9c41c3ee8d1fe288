import { eq } from 'drizzle-orm';
import { openDatabase } from '#db/client.ts';
import { findRunningPostgres } from '#db/embedded/find-running.ts';
import { cardKinds, users } from '#db/schema.ts';
import { createCard } from '#test/factories.ts';

interface Gift {
  username: string;
  gameId: number;
  /** The cards, by their set; `copies` of each. */
  setId: string;
  copies: number;
}

/** Gives cards to accounts of the application that runs on `dataDir`, as if they had been won in play. */
export async function giveCards(dataDir: string, gifts: readonly Gift[]): Promise<void> {
  const running = await findRunningPostgres(dataDir);
  if (!running) throw new Error(`No Postgres runs on ${dataDir}.`);
  const db = openDatabase({ ...running, max: 1 });
  try {
    for (const { username, gameId, setId, copies } of gifts) {
      const [owner] = await db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.username, username.toLowerCase()));
      if (!owner) throw new Error(`There is no account named ${username}.`);
      const kinds = await db.select().from(cardKinds).where(eq(cardKinds.setId, setId));
      for (const { id: kindId } of kinds) {
        for (let copy = 0; copy < copies; copy += 1) {
          await createCard(db, { ownerId: owner.id, gameId, kindId, createdAt: new Date() });
        }
      }
    }
  } finally {
    await db.$client.end();
  }
}

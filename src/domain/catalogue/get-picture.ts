import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { games } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { isDrawn, isRemote, type PictureWish, pictureHash } from './picture-address.ts';
import {
  createPictureFlights,
  type PictureFlightParts,
  type PictureMade,
} from './picture-flights.ts';

/** Counts the ways in which pictures have been made: with another one, all are made anew. */
const recipe = 1;

const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const;

export interface Picture {
  type: (typeof types)[keyof typeof types];
  /** Another one where the bytes are others. */
  tag: string;
  /** From the disk, else made now, once for all who ask for it at the time. */
  read(): Promise<PictureMade>;
}

/** The pictures of games as browsers get them; lives as long as the process. */
export interface Pictures {
  /** Null where no game has such a picture, or not any more by the hash that was named. */
  find(wish: PictureWish): Promise<Picture | null>;
}

interface Stored {
  cover: string | null;
  scene: string | null;
  others: string[];
}

const readStored = preparedStatement<Stored, { id: number }>(
  'get-picture',
  sql`select game.background_image as cover, game.background_image_additional as scene,
    game.pictures as others
  from ${games} as game where game.id = ${sql.placeholder('id')}::integer`,
);

/** Makes what answers for pictures. What is fetched was named by the database, never by a request. */
export function createPictures({ db, ...parts }: { db: Database } & PictureFlightParts): Pictures {
  const fly = createPictureFlights(parts);

  return {
    async find(wish) {
      const [stored] = await readStored(db, { id: wish.gameId });
      const address = stored && pictureOf(stored, wish.kind);
      // An answer is kept for ever under its address, which must not come to mean another picture.
      if (!address || pictureHash(address) !== wish.hash) return null;
      if (!(wish.format === 'png' ? isDrawn(address) : isRemote(address))) return null;
      const size = wish.format === 'webp' ? wish.width : 'share';
      const key = createHash('sha256')
        .update(JSON.stringify([recipe, wish.format, size, address]))
        .digest('hex');
      return {
        type: types[wish.format],
        tag: key.slice(0, 20),
        read: () => fly({ key, address, wish }),
      };
    },
  };
}

function pictureOf(stored: Stored, kind: PictureWish['kind']): string | null {
  return typeof kind === 'number' ? (stored.others[kind - 1] ?? null) : stored[kind];
}

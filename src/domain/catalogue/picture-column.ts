import { sql } from 'drizzle-orm';

/**
 * What `pictureAddress` makes of a cover, for statements whose games go by `game`: in the usual width,
 * as a column or inside of a JSON object.
 */
export const coverColumn = sql`case
  when game.background_image like '/art/%' then game.background_image
  when game.background_image ~* '^https?://' then '/pictures/' || game.id || '/cover-'
    || left(encode(sha256(convert_to(game.background_image, 'UTF8')), 'hex'), 8) || '-640.webp'
  end`;

import { z } from 'zod';

/** The URL paths of all pictures, such as `/art/covers/….svg`. */
export const manifestSchema = z.object({
  /** A hash of everything that the pictures are drawn from. */
  version: z.string().min(1),
  /** By game id. */
  covers: z.record(z.string(), z.string()),
  /** By game id. */
  scenes: z.record(z.string(), z.string()),
  /** By game id. */
  details: z.record(z.string(), z.string()),
  /** By card id. */
  cards: z.record(z.string(), z.string()),
  /** profile1 to profile9, in this order. */
  avatars: z.array(z.string()),
  banner: z.string(),
  /** The share image of the start page, a PNG. */
  share: z.string(),
  favicon: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const manifestFile = 'manifest.json';

import type { z } from 'zod';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import type { KeyUse } from '#domain/secrets/derived-keys.ts';
import type { Keys } from '#domain/secrets/keys.ts';

/** Signs content that a browser keeps for us in a cookie, so that it needs no row. */
export function signContent({ current }: Pick<Keys, 'current'>, use: KeyUse, content: object) {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${text}.${current.sign(use, text, 'base64url')}`;
}

/** Reads a value of `signContent`. Null if it was not signed for this use. */
export async function readSignedContent<Schema extends z.ZodType>(
  keys: Keys,
  use: KeyUse,
  { value, schema }: { value: string | null | undefined; schema: Schema },
): Promise<z.output<Schema> | null> {
  const [text = '', signature = '', ...more] = (value ?? '').split('.');
  if (text.length > 500 || more.length > 0) return null;
  const signer = await keys.find((one) =>
    isEqualInConstantTime(signature, one.sign(use, text, 'base64url')),
  );
  return signer && schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

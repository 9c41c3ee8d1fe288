import type { DBAdapter } from 'better-auth';
import { hashToken } from './secret-token.ts';

/**
 * The library keeps session tokens as they are. Around its adapter, a session is written with the hash
 * of its token, and only the one who makes it gets the token itself back.
 */
export function withHashedSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    async create<T extends Record<string, unknown>, R = T>(
      input: Parameters<typeof adapter.create<T, R>>[0],
    ): Promise<R> {
      const { model, data } = input;
      if (model !== 'session' || !('token' in data)) return adapter.create<T, R>(input);
      const { token } = data;
      const row = await adapter.create<T, R>({
        ...input,
        data: { ...data, token: hashToken(String(token)) },
      });
      return { ...row, token };
    },
  };
}

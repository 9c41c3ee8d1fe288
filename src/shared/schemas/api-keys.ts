import type { z } from 'zod';
import { apiKeyInput } from './accounts.ts';
import { idempotencyKeyInput } from './wallet.ts';

/** The form of a new API key. */
export const keyedApiKeyInput = apiKeyInput.extend({ key: idempotencyKeyInput });
export type KeyedApiKeyInput = z.output<typeof keyedApiKeyInput>;

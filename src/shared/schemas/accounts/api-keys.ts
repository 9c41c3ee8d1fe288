import type { z } from 'zod';
import { idempotencyKeyInput } from '../wallet.ts';
import { apiKeyInput } from './accounts.ts';

/** The form of a new API key. */
export const keyedApiKeyInput = apiKeyInput.extend({ key: idempotencyKeyInput });
export type KeyedApiKeyInput = z.output<typeof keyedApiKeyInput>;

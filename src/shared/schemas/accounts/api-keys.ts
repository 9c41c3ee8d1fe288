import { z } from 'zod';
import {
  type ApiKeyScope,
  apiKeyConstants,
  apiKeyScopes,
} from '../../constants/accounts/api-key-scopes.ts';
import { idempotencyKeyInput } from '../fields/idempotency-key.ts';
import { checkbox } from '../settings/settings.ts';
import { apiKeyInput } from './accounts.ts';

/** Checkboxes by the names of scopes. A key always reads, because no client can use one that does not. */
const scopeFields = {
  'write-own': checkbox,
  moderate: checkbox,
  catalog: checkbox,
  economy: checkbox,
} satisfies Record<Exclude<ApiKeyScope, 'read-own'>, typeof checkbox>;

const toScopes = (fields: Record<Exclude<ApiKeyScope, 'read-own'>, boolean>): ApiKeyScope[] =>
  apiKeyScopes.filter((scope) => scope === 'read-own' || fields[scope]);

const daysText = 'Choose one of the list.';
const daysValues = apiKeyConstants.daysChoices.map(String);
const days = z.enum([...daysValues, 'never'], daysText);

/** The form of a new API key. */
export const newApiKeyForm = z
  .object({
    ...apiKeyInput.shape,
    key: idempotencyKeyInput,
    ...scopeFields,
    days: days.default(String(apiKeyConstants.defaultDays)),
  })
  .transform(({ key, name, days: chosen, ...fields }) => ({
    key,
    name,
    scopes: toScopes(fields),
    days: chosen === 'never' ? null : Number(chosen),
  }));

/** The form that takes rights from an API key. `days` is empty if its end stays. */
export const narrowApiKeyForm = z
  .object({ ...scopeFields, days: z.enum(['', ...daysValues], daysText).default('') })
  .transform(({ days: chosen, ...fields }) => ({
    scopes: toScopes(fields),
    days: chosen === '' ? null : Number(chosen),
  }));
export type NarrowedApiKey = z.output<typeof narrowApiKeyForm>;

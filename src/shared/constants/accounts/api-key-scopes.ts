/** What a key lets a program do. The owner of the key must have the rights too, at the time of the call. */
export const apiKeyScopes = ['read-own', 'write-own', 'moderate', 'catalog', 'economy'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** The scopes of a key that a program makes, and of keys from before there were scopes. */
export const defaultApiKeyScopes = ['read-own', 'write-own'] as const satisfies ApiKeyScope[];

/** The scopes that need a right of their owner. Making and using a key with one is logged. */
const highApiKeyScopes = ['moderate', 'catalog', 'economy'] as const;
export type HighApiKeyScope = (typeof highApiKeyScopes)[number];

/** Whether a scope needs a right of its owner. */
export function isHighApiKeyScope(scope: ApiKeyScope): scope is HighApiKeyScope {
  return (highApiKeyScopes as readonly ApiKeyScope[]).includes(scope);
}

/** The names of the scopes in texts, and what a key with each can do. */
export const apiKeyScopeTexts: Record<ApiKeyScope, { name: string; hint: string }> = {
  'read-own': {
    name: 'Read own',
    hint: 'Reads what you see, such as your games, cards and messages.',
  },
  'write-own': { name: 'Write own', hint: 'Buys, sells, plays and writes in your name.' },
  moderate: { name: 'Moderate', hint: 'Sees and does what you may as a moderator.' },
  catalog: { name: 'Catalog', hint: 'Changes games, as far as you may.' },
  economy: { name: 'Economy', hint: 'Gives out cards, as far as you may.' },
};

export const apiKeyConstants = {
  /** After how many days a key ends; `never` is a choice too. */
  daysChoices: [7, 30, 90, 365],
  defaultDays: 90,
  /** How long keys from before there were scopes keep all rights. */
  earlierKeysDays: 90,
  /** How often the time of the last use is written. */
  usedEveryMs: 60 * 60 * 1000,
  /** How long a key that has ended is listed. */
  endedDays: 30,
} as const;

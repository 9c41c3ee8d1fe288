export * from './schema/accounts.ts';
export * from './schema/cards.ts';
export * from './schema/catalogue.ts';
export * from './schema/games-database.ts';
export * from './schema/market.ts';
export * from './schema/money.ts';

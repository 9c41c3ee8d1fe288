/** What happened, for those who are looking: told after commit, to the accounts named by id. */
export type DomainEvent =
  | { type: 'market-changed' }
  | {
      type: 'item-sold';
      /** The seller. */
      userId: string;
      buyer: string;
      cardName: string;
      /** Cents that the buyer paid. */
      price: number;
    };

/** Tells what happened to whoever listens. Never fails: what is told is already true. */
export interface Events {
  publish(event: DomainEvent): void;
}

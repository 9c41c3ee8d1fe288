import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Form, useFetcher, useNavigation } from 'react-router';
import type { MarketSuggestion } from '#domain/market/cards/suggest-market-searches.ts';
import type { MarketGame } from '#domain/market/lists/list-market-games.ts';
import { listConstants } from '#shared/constants/lists.ts';
import {
  type MarketCardOrder,
  marketCardConstants,
  marketCardOrders,
} from '#shared/constants/market/market-cards.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { countCharacters, cutCharacters } from '#shared/format/texts/characters.ts';
import type { UnreadablePrices } from '#shared/schemas/market/market-cards.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { marketCardsRoot, marketSuggestionsPath, type ShownCardsQuery } from '#web/paths/market.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchInput } from '#web/ui/fields/search-input.tsx';

/** The pause in typing after which suggestions are loaded. */
const debounceMs = 200;

const orderNames: Record<MarketCardOrder, string> = {
  newest: 'Newest',
  price: 'Price, lowest first',
  dearest: 'Price, highest first',
  traded: 'Most traded',
  moved: 'Biggest move',
};

const suggestionNames: Record<MarketSuggestion['kind'], string> = {
  card: 'Card',
  game: 'Game',
  seller: 'Seller',
};

interface MarketCardsSearchProps {
  query: ShownCardsQuery;
  unreadable: UnreadablePrices;
  games: MarketGame[];
}

/** Search, filters and order of the market's cards in one form. */
export function MarketCardsSearch({ query, unreadable, games }: MarketCardsSearchProps) {
  const viewer = useViewer();
  const navigation = useNavigation();
  const { load, data } = useFetcher<{ suggestions: MarketSuggestion[] }>();
  const listId = useId();
  const priceProblem = unreadable.min?.problem ?? unreadable.max?.problem;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function loadSuggestions(typed: string) {
    clearTimeout(timer.current);
    if (countCharacters(typed.trim()) < marketCardConstants.suggestionLettersMin) return;
    timer.current = setTimeout(() => {
      void load(
        `${marketSuggestionsPath}?q=${encodeURIComponent(cutCharacters(typed, listConstants.searchMax))}`,
      );
    }, debounceMs);
  }

  return (
    <Form
      // Resets the uncontrolled fields when Back or Forward changes the query.
      key={JSON.stringify([query, unreadable])}
      method="get"
      action={marketCardsRoot}
      role="search"
      className="mb-5 grid gap-3"
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'q')
          loadSuggestions(target.value);
      }}
    >
      {query.rarity && <input type="hidden" name="rarity" value={query.rarity} />}
      {query.seller && <input type="hidden" name="seller" value={query.seller} />}
      {query.perPage !== query.usualPerPage && (
        <input type="hidden" name="perPage" value={query.perPage} />
      )}
      <div className="flex gap-2">
        <SearchInput
          name="q"
          term={query.q}
          label="Search cards, games or sellers"
          placeholder="Search cards, games or sellers"
          maxLength={listConstants.searchMax}
          list={listId}
          className="min-w-0 grow"
        />
        <Button variant="quiet" pending={navigation.formMethod === 'GET'}>
          Search
        </Button>
      </div>
      <datalist id={listId}>
        {(data?.suggestions ?? []).map(({ kind, name }) => (
          <option key={`${kind} ${name}`} value={name} label={suggestionNames[kind]} />
        ))}
      </datalist>
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(0,16rem)_7rem_7rem_minmax(0,13rem)_auto]">
        <Field label="Game">
          {(id) => (
            <select id={id} name="game" defaultValue={query.game ?? ''} className={control}>
              <option value="">All games</option>
              {games.map((game) => (
                <option key={game.id} value={game.id}>
                  {game.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Order" className="md:order-1">
          {(id) => (
            <select id={id} name="order" defaultValue={query.order} className={control}>
              {marketCardOrders.map((order) => (
                <option key={order} value={order}>
                  {orderNames[order]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <PriceLimit label="From $" name="min" value={query.min} unreadable={unreadable.min} />
        <PriceLimit label="To $" name="max" value={query.max} unreadable={unreadable.max} />
        {priceProblem && (
          <p id={problemId} className="col-span-full text-sm font-medium text-danger md:order-3">
            {priceProblem}
          </p>
        )}
        {viewer && (
          <div className="col-span-full flex flex-wrap gap-x-5 md:order-2 md:col-span-1">
            <Choice name="missing" label="Not owned yet" checked={query.missing} />
            <Choice name="completes" label="Completes a set" checked={query.completes} />
          </div>
        )}
      </div>
    </Form>
  );
}

const control = 'control min-h-11 w-full px-3';
const problemId = 'price-problem';

function Field(props: { label: string; className?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={`grid min-w-0 gap-1 ${props.className ?? ''}`}>
      <label htmlFor={id} className="text-xs text-muted">
        {props.label}
      </label>
      {props.children(id)}
    </div>
  );
}

interface PriceLimitProps {
  label: string;
  name: string;
  value: number | null;
  unreadable: UnreadablePrices['min'];
}

function PriceLimit({ label, name, value, unreadable }: PriceLimitProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={unreadable?.typed ?? (value === null ? '' : formatDecimal(value))}
          aria-invalid={unreadable ? true : undefined}
          aria-describedby={unreadable ? problemId : undefined}
          className={`${control} tabular-nums`}
        />
      )}
    </Field>
  );
}

function Choice(props: { name: string; label: string; checked: boolean }) {
  return (
    <label className="inline-flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        name={props.name}
        value="1"
        defaultChecked={props.checked}
        className="size-5 accent-accent"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      />
      {props.label}
    </label>
  );
}

import { Form, Link } from 'react-router';
import { marketConstants } from '#shared/constants/market/market.ts';
import { writeCards } from '#web/paths/trades.ts';
import { Button } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { SearchInput } from '#web/ui/fields/search-input.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import {
  canAdd,
  chosenCopies,
  type Draft,
  type DraftSide,
  draftPath,
  dragType,
  inventoryOf,
  withCard,
} from './draft-path.ts';
import { ValueAmount } from './value-amount.tsx';

interface DraftInventoryListProps {
  draft: Draft;
  side: DraftSide;
  title: string;
}

/** An inventory to choose cards from: a click adds a copy, and cards can be dragged to the chosen ones. */
export function DraftInventoryList({ draft, side, title }: DraftInventoryListProps) {
  const { items, q, page, pages, found } = inventoryOf(draft, side);
  const [search, paging] = side === 'give' ? ['q1', 'p1'] : ['q2', 'p2'];
  const other = side === 'give' ? draft.theirs : draft.own;
  const searchLabel = side === 'give' ? 'Search your cards' : `Search the cards of ${draft.friend}`;
  const kept = {
    with: draft.friend,
    answer: draft.answer ?? '',
    from: draft.from ?? '',
    give: writeCards(draft.give),
    get: writeCards(draft.get),
    [side === 'give' ? 'q2' : 'q1']: other.q,
    [side === 'give' ? 'p2' : 'p1']: other.page > 1 ? String(other.page) : '',
  };
  return (
    <section aria-label={title} className="grid gap-3">
      <h3 className="text-lg">{title}</h3>
      <Form
        replace
        preventScrollReset
        role="search"
        aria-label={searchLabel}
        className="flex gap-2"
      >
        {Object.entries(kept).map(
          ([name, value]) =>
            value !== '' && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <SearchInput
          name={search ?? ''}
          term={q}
          label={searchLabel}
          placeholder="Search cards or games"
          maxLength={marketConstants.searchMax}
          className="min-w-0 flex-1"
        />
        <Button variant="quiet">Search</Button>
      </Form>
      {found === 0 ? (
        <p className="rounded-lg bg-surface/60 px-4 py-8 text-center text-muted">
          {q ? 'No cards match.' : 'There are no cards here.'}
        </p>
      ) : (
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
          {items.map((card) => {
            const chosen = chosenCopies(draft, side, card);
            const isFree = canAdd(draft, side, card);
            const content = (
              <>
                <div aria-hidden>
                  <CardPicture
                    name={card.name}
                    rarity={card.rarity}
                    picture={card.picture}
                    count={card.copies}
                    caption={false}
                  />
                </div>
                <span className="grid text-sm leading-tight wrap-anywhere">
                  <span className="font-semibold">
                    <span className="sr-only">Add </span>
                    {card.name}
                  </span>
                  <span className="text-muted">{card.gameName}</span>
                  <span className="text-muted">
                    <ValueAmount value={card} />
                    {chosen > 0 && ` · ${chosen} chosen`}
                  </span>
                </span>
              </>
            );
            return (
              <li key={`${card.gameId} ${card.kindId}`}>
                <Link
                  to={draftPath(withCard(draft, side, card, 1))}
                  replace
                  preventScrollReset
                  prefetch="none"
                  // It stays a link, so that the focus stays when the last copy has been added.
                  aria-disabled={!isFree}
                  onClick={(event) => {
                    if (!isFree) event.preventDefault();
                  }}
                  draggable={isFree}
                  onDragStart={(event) => {
                    const text = `${card.gameId} ${card.kindId}`;
                    event.dataTransfer.setData(`${dragType}-${side}`, text);
                  }}
                  className="grid h-full content-start gap-2 rounded-md p-2 transition-colors aria-disabled:opacity-60 not-aria-disabled:hover:bg-raised"
                >
                  {content}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <Pager
        page={page}
        pages={pages}
        window={0}
        param={paging ?? 'page'}
        label={`Pages of ${title}`}
      />
    </section>
  );
}

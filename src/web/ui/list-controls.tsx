import type { FormEvent } from 'react';
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router';
import { listConstants } from '#shared/constants/lists.ts';
import { Button } from './button.tsx';
import { ListSelect, type ListSelectProps } from './list-select.tsx';
import { SearchInput } from './search-input.tsx';

interface ListControlsProps {
  /** What the list is, for screen readers: `Your listings`. */
  label: string;
  /** What the search finds, also as placeholder: `Search cards or games`; none where nothing is searched. */
  search?: string;
  selects: readonly ListSelectProps[];
  /** Parameters that a changed list starts without; the page always is. */
  drop?: readonly string[];
  className?: string;
}

/**
 * Search, filters, order and items per page of a list. All of it is in the address, where what has its
 * usual value is left out. A select applies at once; without script the button sends everything.
 */
export function ListControls({ label, search, selects, drop = [], className }: ListControlsProps) {
  const [query] = useSearchParams();
  const submit = useSubmit();
  const navigation = useNavigation();
  const term = query.get('q') ?? '';
  const searching = navigation.state === 'loading' && navigation.formMethod === 'GET';
  const own = ['page', ...selects.map(({ name }) => name), ...(search ? ['q'] : []), ...drop];
  const others = [...query].filter(([name]) => !own.includes(name));

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      const usual = selects.find((select) => select.name === name)?.usual ?? '';
      if (typeof value === 'string' && value.trim() !== usual) next.append(name, value.trim());
    }
    void submit(next, { preventScrollReset: true });
  }

  return (
    <Form
      method="get"
      role="search"
      aria-label={label}
      onSubmit={send}
      className={`flex flex-wrap items-end gap-x-3 gap-y-3 ${className ?? ''}`}
    >
      {others.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {search && (
        // Where selects or button would leave it too little for its placeholder, it has a line of its own.
        <div className="flex min-w-0 grow basis-92 flex-wrap gap-2">
          <SearchInput
            name="q"
            term={term}
            label={search}
            placeholder={search}
            maxLength={listConstants.searchMax}
            className="min-w-0 grow basis-64"
          />
          <Button variant="quiet" pending={searching}>
            Search
          </Button>
        </div>
      )}
      <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {selects.map((select) => (
          <ListSelect key={select.name} {...select} />
        ))}
      </div>
      {!search && (
        <noscript>
          <Button variant="quiet">Apply</Button>
        </noscript>
      )}
    </Form>
  );
}

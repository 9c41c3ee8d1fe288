import type { FormEvent } from 'react';
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router';
import { listConstants } from '#shared/constants/lists.ts';
import { Button } from '../button.tsx';
import { SearchInput } from '../fields/search-input.tsx';
import { ListSelect, type ListSelectProps } from './list-select.tsx';

interface ListControlsProps {
  /** The name of the list for screen readers, such as `Your listings`. */
  label: string;
  /** Label and placeholder of the search, such as `Search cards or games`; undefined without a search. */
  search?: string;
  selects: readonly ListSelectProps[];
  /** Parameters that are removed when the list changes, besides `page`. */
  drop?: readonly string[];
  className?: string;
}

/**
 * Search, filters, order and items per page of a list. All of them are in the URL; default values are
 * left out. A select applies at once. Without scripts a button sends the form.
 */
export function ListControls({ label, search, selects, drop = [], className }: ListControlsProps) {
  const [query] = useSearchParams();
  const submit = useSubmit();
  const navigation = useNavigation();
  const term = query.get('q') ?? '';
  const searching = navigation.state === 'loading' && navigation.formMethod === 'GET';
  const ownNames = ['page', ...selects.map(({ name }) => name), ...(search ? ['q'] : []), ...drop];
  const others = [...query].filter(([name]) => !ownNames.includes(name));

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      const defaultValue = selects.find((select) => select.name === name)?.defaultValue ?? '';
      if (typeof value === 'string' && value.trim() !== defaultValue)
        next.append(name, value.trim());
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
        // The search has its own line where it would be narrower than its placeholder.
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

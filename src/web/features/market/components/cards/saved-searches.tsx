import { Bookmark, X } from 'lucide-react';
import { Form, Link } from 'react-router';
import type { SavedSearch } from '#domain/market/cards/saved-searches.ts';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { marketCardsRoot } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface SavedSearchesProps {
  searches: readonly SavedSearch[];
  /** The query string of the shown list without its page; empty without filters. */
  current: string;
  /** The name that is suggested for it. */
  suggestedName: string;
  failure: FormError | null;
}

/** The reader's saved searches as links, and a form to save the current one. */
export function SavedSearches({ searches, current, suggestedName, failure }: SavedSearchesProps) {
  const isSaved = searches.some(({ query }) => query === current);
  const canSave = current !== '' && !isSaved;
  if (searches.length === 0 && !canSave) return null;
  return (
    <section aria-label="Saved searches" className="mb-5 grid gap-3">
      {failure && <Alert tone="failure">{failure.fields.name ?? failure.message}</Alert>}
      {searches.length > 0 && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="delete-search" />
          <ul className="flex flex-wrap gap-2">
            {searches.map(({ id, name, query }) => (
              <li
                key={id}
                className={`flex max-w-full items-center rounded-full shadow-lift ${query === current ? 'bg-accent-wash' : 'bg-surface'}`}
              >
                <Link
                  to={`${marketCardsRoot}?${query}`}
                  prefetch="intent"
                  aria-current={query === current ? 'page' : undefined}
                  className="inline-flex min-h-9 min-w-0 items-center gap-2 rounded-full pl-4 text-sm font-medium hover:text-link"
                >
                  <Bookmark aria-hidden className="size-4 shrink-0 text-muted" />
                  <span className="truncate">{name}</span>
                </Link>
                <button
                  type="submit"
                  name="searchId"
                  value={id}
                  aria-label={`Delete the search ${name}`}
                  className="grid size-9 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
                >
                  <X aria-hidden className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        </Form>
      )}
      {canSave && (
        <details open={failure?.typed.intent === 'save-search'}>
          <summary className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-sm text-link">
            Save this search
          </summary>
          {/* The key resets the name when the filters change. */}
          <Form
            key={current}
            method="post"
            preventScrollReset
            className="mt-2 flex max-w-lg items-end gap-2"
          >
            <input type="hidden" name="intent" value="save-search" />
            <input type="hidden" name="query" value={current} />
            <TextField
              label="Name of the search"
              name="name"
              maxLength={marketCardConstants.searchNameMax}
              defaultValue={failure?.typed.name ?? suggestedName}
              className="min-w-0 flex-1"
            />
            <Button variant="quiet">Save</Button>
          </Form>
        </details>
      )}
    </section>
  );
}

/** The button that saves a deleted search again. */
export function UndoDeletedSearch({ name, query }: Pick<SavedSearch, 'name' | 'query'>) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="save-search" />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="query" value={query} />
      <Button variant="quiet" size="sm">
        Undo
      </Button>
    </Form>
  );
}

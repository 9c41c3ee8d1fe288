import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { networkErrorText } from '../lib/connection/network-errors.ts';
import { useShopGenres } from '../lib/root-data.ts';
import { ButtonLink } from './button.tsx';
import { ChipLink } from './chip.tsx';
import { SearchField } from './fields/search-field.tsx';
import { TryAgain } from './loading/try-again.tsx';
import { Page } from './page.tsx';

interface ErrorPageProps {
  /** The HTTP status; null when the server was not reached. */
  status: number | null;
  /** The heading: what is wrong. */
  message?: string;
  /** The id by which an operator finds the error in the log. */
  requestId?: string | null;
}

/** The page that is shown in place of one that failed. */
export function ErrorPage({ status, message, requestId }: ErrorPageProps) {
  const missing = status === 404;
  const broken = status === null || status >= 500;
  return (
    <Page width="prose" className="grid justify-items-center gap-6 py-24 text-center">
      <DoorDrawing lit={!broken} />
      <div className="grid gap-3">
        {status && <p className="font-semibold text-accent-ink">{status}</p>}
        <h1 className="text-3xl">{message ?? heading(status)}</h1>
        {!(missing && message) && <p className="text-lg text-muted">{explanation(status)}</p>}
      </div>
      {missing && <SearchSuggestions />}
      <div className="flex flex-wrap justify-center gap-3">
        {!missing && <TryAgain />}
        <ButtonLink to="/" variant={missing ? 'primary' : 'quiet'}>
          Go to the shop
        </ButtonLink>
      </div>
      {broken && requestId && (
        <p className="text-sm text-muted">
          Request <code className="select-all wrap-anywhere">{requestId}</code>
        </p>
      )}
    </Page>
  );
}

/** A search and the genres, for readers of a missing page. */
function SearchSuggestions() {
  return (
    <div className="my-2 grid w-full max-w-form gap-5">
      <SearchField name="q" action="/" label="Search games" maxLength={shopConstants.searchMax} />
      <nav aria-label="Genres">
        <ul className="flex flex-wrap justify-center gap-2">
          {useShopGenres().map(({ slug, name }) => (
            <li key={slug}>
              <ChipLink to={`/?genre=${slug}`}>{name}</ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function heading(status: number | null): string {
  if (status === null) return 'This page could not be loaded';
  if (status === 404) return 'There is no such page';
  if (status >= 500) return 'Something went wrong';
  return 'This cannot be done';
}

function explanation(status: number | null): string {
  if (status === null) return networkErrorText;
  if (status === 404) return 'The page may have moved, or the address has a typing error.';
  if (status === 429 || status === 503) return 'Wait a moment, then try again.';
  if (status >= 500) return 'It is our fault, not yours, and nothing was lost. Please try again.';
  return 'Go back, or begin again from the shop.';
}

/** The illustration: an arched doorway, lit or dark. */
function DoorDrawing({ lit }: { lit: boolean }) {
  return (
    <div
      aria-hidden
      className={`relative mt-6 mb-4 h-44 w-32 scheme-dark rounded-t-full bg-well shadow-float ring-8 ring-raised ${lit ? 'bg-linear-to-t from-accent/80 via-accent/25 to-well' : ''}`}
    >
      <span className="absolute inset-y-0 left-0 w-1/2 origin-left rounded-tl-full bg-surface [transform:perspective(30rem)_rotateY(-38deg)]" />
      <span className="absolute -bottom-2 left-1/2 h-3 w-44 -translate-x-1/2 rounded-full bg-raised" />
    </div>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPath, Link, useLocation } from 'react-router';
import { useLinkPrefetch } from '#web/lib/root-data.ts';
import { listPageNumbers } from './page-numbers.ts';

interface PagerProps {
  /** The current page, from 1. */
  page: number;
  pages: number;
  /** How many page numbers are shown; 0 for Previous and Next only. */
  window?: number;
  /** The query parameter that holds the page. */
  param?: string;
  /** The name of the list for screen readers. */
  label?: string;
  /** Parameters of this page that the links do not keep. */
  drop?: string[];
  /** The id of the list's element, such as `comments`; the links scroll to it. */
  part?: string;
}

// On a phone the pager must fit into one line.
const cellClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-md px-3 max-xs:min-w-9 max-xs:gap-0.5 max-xs:px-1.5';
const linkClass = `${cellClass} transition-colors hover:bg-raised`;

/** Links to the previous, numbered and next pages, which keep the other parameters. Nothing for one page. */
export function Pager(props: PagerProps) {
  const { page, pages, window = 4, param = 'page', label = 'Pages', drop = [] } = props;
  const hash = props.part ? `#${props.part}` : '';
  const { pathname, search } = useLocation();
  const prefetchOf = useLinkPrefetch();
  if (pages <= 1) return null;

  function locationOf(target: number) {
    const query = new URLSearchParams(search);
    for (const name of drop) query.delete(name);
    if (target === 1) query.delete(param);
    else query.set(param, String(target));
    return { pathname, search: query.toString(), hash };
  }

  function stepLink(target: number, rel: 'prev' | 'next', content: ReactNode) {
    if (target < 1 || target > pages) {
      return (
        <span aria-disabled="true" className={`${cellClass} text-muted opacity-60`}>
          {content}
        </span>
      );
    }
    return (
      <Link
        to={locationOf(target)}
        rel={rel}
        prefetch={prefetchOf(createPath(locationOf(target)))}
        className={linkClass}
      >
        {content}
      </Link>
    );
  }

  return (
    <nav aria-label={label} className="mt-10 flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-1 font-medium max-xs:gap-0">
        <li>
          {stepLink(
            page - 1,
            'prev',
            <>
              <ChevronLeft aria-hidden className="size-4.5" />
              Previous
            </>,
          )}
        </li>
        {listPageNumbers(page, pages, window).map((number) => (
          <li key={number}>
            <Link
              to={locationOf(number)}
              prefetch={prefetchOf(createPath(locationOf(number)))}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`Page ${number}`}
              className={
                number === page
                  ? `${cellClass} bg-accent-wash font-bold text-accent-ink`
                  : linkClass
              }
            >
              {number}
            </Link>
          </li>
        ))}
        <li>
          {stepLink(
            page + 1,
            'next',
            <>
              Next
              <ChevronRight aria-hidden className="size-4.5" />
            </>,
          )}
        </li>
      </ul>
    </nav>
  );
}

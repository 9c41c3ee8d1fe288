import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPath, Link, useLocation } from 'react-router';
import { useLinkPrefetch } from '../lib/viewer.ts';
import { pageWindow } from './page-window.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  /** How many numbered pages are shown; 0 for Previous and Next alone. */
  window?: number;
  /** The query parameter that holds the page. */
  param?: string;
  /** What is paged, for screen readers. */
  label?: string;
  /** Parameters of this page that others do not have. */
  drop?: string[];
  /** The part of the page that the list is, such as `comments`: other pages of it open there. */
  part?: string;
}

// On a phone all of it keeps to one line.
const cell =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-md px-3 max-xs:min-w-9 max-xs:gap-0.5 max-xs:px-1.5';
const live = `${cell} transition-colors hover:bg-raised`;

/** Previous, numbered pages and Next, as links that keep the rest of the query. Nothing for one page. */
export function Pager(props: PagerProps) {
  const { page, pages, window = 4, param = 'page', label = 'Pages', drop = [] } = props;
  const hash = props.part ? `#${props.part}` : '';
  const { pathname, search } = useLocation();
  const prefetchOf = useLinkPrefetch();
  if (pages <= 1) return null;

  function to(target: number) {
    const query = new URLSearchParams(search);
    for (const name of drop) query.delete(name);
    if (target === 1) query.delete(param);
    else query.set(param, String(target));
    return { pathname, search: query.toString(), hash };
  }

  function step(target: number, rel: 'prev' | 'next', content: ReactNode) {
    if (target < 1 || target > pages) {
      return (
        <span aria-disabled="true" className={`${cell} text-muted opacity-60`}>
          {content}
        </span>
      );
    }
    return (
      <Link
        to={to(target)}
        rel={rel}
        prefetch={prefetchOf(createPath(to(target)))}
        className={live}
      >
        {content}
      </Link>
    );
  }

  return (
    <nav aria-label={label} className="mt-10 flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-1 font-medium max-xs:gap-0">
        <li>
          {step(
            page - 1,
            'prev',
            <>
              <ChevronLeft aria-hidden className="size-4.5" />
              Previous
            </>,
          )}
        </li>
        {pageWindow(page, pages, window).map((number) => (
          <li key={number}>
            <Link
              to={to(number)}
              prefetch={prefetchOf(createPath(to(number)))}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`Page ${number}`}
              className={
                number === page ? `${cell} bg-accent-wash font-bold text-accent-ink` : live
              }
            >
              {number}
            </Link>
          </li>
        ))}
        <li>
          {step(
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

import type { ReactNode } from 'react';

interface DataTableProps {
  /** The names of the columns; `right` for a column of numbers. */
  headings: readonly (string | { right: string })[];
  /** The width from which on rows have columns. On narrower screens the rows are blocks, without headings. */
  from: 'sm' | 'lg';
  /** The rows. */
  children: ReactNode;
}

/** A table in a box of its own. */
export function DataTable({ headings, from, children }: DataTableProps) {
  return (
    <div className="overflow-hidden rounded-lg bg-surface shadow-lift">
      <table className="w-full text-left">
        <thead
          className={`text-sm text-muted ${from === 'sm' ? 'max-sm:sr-only' : 'max-lg:sr-only'}`}
        >
          <tr>
            {headings.map((heading) => {
              const isRight = typeof heading === 'object';
              const name = isRight ? heading.right : heading;
              return (
                <th
                  key={name}
                  scope="col"
                  className={`py-3 font-medium ${from === 'sm' ? 'px-6' : 'px-5 whitespace-nowrap'} ${isRight ? 'text-right' : ''}`}
                >
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

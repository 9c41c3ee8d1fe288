import { ChevronDown } from 'lucide-react';
import type { FunctionReference } from '#shared/types/function-reference.ts';

interface FunctionIndexProps {
  groups: readonly { title: string; functions: readonly Pick<FunctionReference, 'name'>[] }[];
}

/** Links to all functions on the page. They are beside the functions, or collapsed above them on narrow screens. */
export function FunctionIndex({ groups }: FunctionIndexProps) {
  const list = (
    <ul className="grid gap-5">
      {groups.map(({ title, functions }) => (
        <li key={title}>
          <p className="mb-1 text-sm font-semibold">{title}</p>
          <ul>
            {functions.map(({ name }) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  className="inline-block py-1 font-mono text-xs text-muted transition-colors wrap-anywhere hover:text-ink"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav aria-label="Functions" className="max-lg:hidden">
        {list}
      </nav>
      <details className="panel group lg:hidden">
        <summary className="flex items-center justify-between gap-4 px-5 py-3.5 font-semibold">
          All functions
          <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        <nav aria-label="Functions" className="px-5 pb-5">
          {list}
        </nav>
      </details>
    </>
  );
}

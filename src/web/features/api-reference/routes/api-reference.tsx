import { Braces } from 'lucide-react';
import { requirePart } from '#domain/site/site-parts.ts';
import { referenceQuery } from '#shared/schemas/api-reference-query.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { referenceContext } from '#web/lib/request-context.ts';
import { pageHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { FunctionIndex } from '../components/function-index.tsx';
import { FunctionSection } from '../components/function-section.tsx';
import { HowToCallFunctions } from '../components/how-to-call-functions.tsx';
import type { Route } from './+types/api-reference.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: 'Reference',
    description:
      'The functions that programs can call, with their arguments, permitted callers, results and examples.',
    path: '/reference',
  });

export const handle = { failure: 'Failed to load the reference.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    await requirePart(ctx, 'realmApi');
    const { q } = parseInput(referenceQuery, url.searchParams);
    const all = args.context.get(referenceContext);
    const term = q.toLowerCase();
    const found = all.filter(({ name, description, group }) =>
      [name, description, group].some((text) => text.toLowerCase().includes(term)),
    );
    const groups = [...Map.groupBy(found, ({ group }) => group)];
    return {
      q,
      total: all.length,
      found: found.length,
      origin: ctx.request.origin,
      groups: groups.map(([title, functions]) => ({ title, functions })),
    };
  });
}

/** The reference of all functions, generated from the function registry. */
export default function Reference({ loaderData }: Route.ComponentProps) {
  const { q, total, found, origin, groups } = loaderData;
  return (
    <Page>
      <PageHeader
        title="Reference"
        intro={`The ${total} functions that programs can call by name to act for a player.`}
      />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="grid content-start gap-6 lg:sticky lg:top-22 lg:max-h-[calc(100svh-6.5rem)] lg:-mx-1 lg:overflow-y-auto lg:px-1 lg:pt-1 lg:pb-6">
          <SearchField
            name="q"
            label="Search the functions"
            placeholder="Name or word"
            maxLength={40}
            className="lg:flex-col"
          />
          {found > 0 && <FunctionIndex groups={groups} />}
        </div>
        <div className="grid min-w-0 content-start gap-14">
          {q === '' && <HowToCallFunctions origin={origin} />}
          {q !== '' && (
            <p role="status" className="text-muted">
              {found === 1 ? '1 function' : `${found} functions`} for “{q}”
            </p>
          )}
          {found === 0 && (
            <EmptyState
              icon={Braces}
              action={<ButtonLink to="/reference">Show all functions</ButtonLink>}
            >
              No function has this text in its name or description.
            </EmptyState>
          )}
          {groups.map(({ title, functions }) => (
            <section key={title} className="grid gap-6">
              <h2 className="text-2xl">{title}</h2>
              {functions.map((reference) => (
                <FunctionSection key={reference.name} {...reference} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}

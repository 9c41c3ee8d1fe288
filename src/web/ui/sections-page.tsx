import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { PageForms } from './forms/page-forms.tsx';
import { Page, PageHeader } from './page.tsx';

interface SectionsPageProps extends Omit<ComponentProps<typeof PageForms>, 'children'> {
  title: ReactNode;
  /** What the sections together are called. */
  label: string;
  /** Buttons next to the heading. */
  actions?: ReactNode;
  back?: ComponentProps<typeof PageHeader>['back'];
  sections: readonly { id: string; label: string; to: string }[];
  /** The id of the section that is shown. */
  current: string;
  width?: 'article' | 'wide';
  children: ReactNode;
}

/** The frame of pages with sections: the heading, links to all sections, and the current section. */
export function SectionsPage(props: SectionsPageProps) {
  const { title, label, actions, sections, current, width = 'article', children } = props;
  const back = props.back ?? { to: '/profile', label: 'Back to profile' };
  return (
    <Page width={width}>
      <PageHeader title={title} actions={actions} back={back} />
      <div className="grid gap-8 lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-12">
        {/* A column beside the page, on a phone a row that scrolls. */}
        <nav
          aria-label={label}
          className="max-lg:-mx-4 max-lg:snap-x max-lg:snap-mandatory max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-2 max-lg:sm:-mx-8 max-lg:sm:px-6"
        >
          <ul className="flex w-max lg:sticky lg:top-24 lg:w-auto lg:flex-col lg:gap-1">
            {sections.map(({ id, label, to }) => (
              <li key={id} className={id === current ? 'initially-in-view' : undefined}>
                <Link
                  to={to}
                  prefetch="intent"
                  aria-current={id === current ? 'page' : undefined}
                  className="inline-flex min-h-11 items-center px-3 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink max-lg:border-b-2 max-lg:border-transparent lg:w-full lg:rounded-md lg:hover:bg-line aria-[current=page]:text-ink max-lg:aria-[current=page]:border-accent lg:aria-[current=page]:bg-accent-wash lg:aria-[current=page]:text-accent-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">
          <PageForms failure={props.failure} typedTexts={props.typedTexts}>
            {children}
          </PageForms>
        </div>
      </div>
    </Page>
  );
}

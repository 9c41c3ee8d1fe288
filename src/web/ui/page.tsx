import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const widths = {
  form: 'max-w-form',
  prose: 'max-w-prose',
  article: 'max-w-article',
  page: 'max-w-page',
  wide: 'max-w-wide',
} as const;

interface PageProps {
  width?: keyof typeof widths;
  className?: string;
  children: ReactNode;
}

/** The column that contains a page. */
export function Page({ width = 'page', className = '', children }: PageProps) {
  return (
    <div
      className={`mx-auto w-full px-4 pt-8 pb-20 sm:px-8 lg:pt-12 ${widths[width]} ${className}`}
    >
      {children}
    </div>
  );
}

interface BackProps {
  to: string;
  label: string;
}

/** A link to the parent page. */
export function PageBack({ to, label }: BackProps) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className="mb-4 inline-flex min-h-6 items-center gap-1.5 text-sm text-muted transition-colors hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}

interface PageHeaderProps {
  title: ReactNode;
  intro?: ReactNode;
  /** Buttons next to the heading. */
  actions?: ReactNode;
  /** The link to the parent page, such as `{ to: '/profile', label: 'Back to profile' }`. */
  back?: BackProps;
}

/** The only h1 of a page, with a short introduction and buttons. */
export function PageHeader({ title, intro, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-8">
      {back && <PageBack {...back} />}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-2">
          <h1 className="text-3xl wrap-anywhere">{title}</h1>
          {intro && <p className="max-w-prose text-lg text-muted">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
    </header>
  );
}

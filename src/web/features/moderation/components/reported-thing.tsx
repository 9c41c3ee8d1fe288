import type { ReportKind } from '#shared/constants/moderation/reports.ts';
import { reportKindNames } from './report-names.ts';

interface ReportedThingProps {
  kind: ReportKind;
  author: string;
  text: string;
}

/** What somebody is about to report or hide. */
export function ReportedThing({ kind, author, text }: ReportedThingProps) {
  return (
    <figure className="grid gap-2 rounded-lg bg-surface p-5 shadow-lift sm:p-6">
      <figcaption className="text-sm text-muted">
        {reportKindNames[kind]} of <bdi className="font-semibold text-ink">{author}</bdi>
      </figcaption>
      {text === '' ? (
        <p className="text-muted">It has no text.</p>
      ) : (
        <blockquote dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
          {text}
        </blockquote>
      )}
    </figure>
  );
}

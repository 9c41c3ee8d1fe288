import type { ComponentProps } from 'react';
import { PageForms } from '#web/ui/forms/page-forms.tsx';
import { Page } from '#web/ui/page.tsx';

type ModerationPageProps = ComponentProps<typeof Page> & ComponentProps<typeof PageForms>;

/** The column that contains a page of moderators with forms. */
export function ModerationPage({ failure, typedTexts, ...page }: ModerationPageProps) {
  return (
    <PageForms failure={failure} typedTexts={typedTexts}>
      <Page {...page} />
    </PageForms>
  );
}

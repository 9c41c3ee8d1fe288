import { FileText, Image, UsersRound } from 'lucide-react';
import { ButtonLink } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** The parts of the section 'Site' that have pages of their own. */
export function SettingLinks({ hasExamples }: { hasExamples: boolean }) {
  return (
    <>
      <Panel
        title="Logo and banner"
        action={
          <ButtonLink to="/admin/site/pictures" variant="quiet" size="sm">
            <Image aria-hidden />
            Choose the pictures
          </ButtonLink>
        }
      >
        <p className="text-muted">Pictures of your own beside the name and above the shop.</p>
      </Panel>
      {hasExamples && (
        <Panel
          title="Example community"
          action={
            <ButtonLink to="/admin/site/examples" variant="quiet" size="sm">
              <UsersRound aria-hidden />
              Look at the examples
            </ButtonLink>
          }
        >
          <p className="text-muted">
            This site has invented players, so that it is not empty. They can be removed together.
          </p>
        </Panel>
      )}
      <Panel
        title="Rules, imprint and privacy"
        action={
          <ButtonLink to="/admin/site/pages" variant="quiet" size="sm">
            <FileText aria-hidden />
            Edit the pages
          </ButtonLink>
        }
      >
        <p className="text-muted">Pages with your own texts, with links in the footer.</p>
      </Panel>
    </>
  );
}

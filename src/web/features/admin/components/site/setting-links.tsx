import { FileText, Image, type LucideIcon, UsersRound } from 'lucide-react';
import { ButtonLink } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** The parts of the section 'Site' that have pages of their own. */
export function SettingLinks({ hasExamples }: { hasExamples: boolean }) {
  return (
    <>
      <LinkPanel title="Logo and banner" to="pictures" label="Choose the pictures" icon={Image}>
        Pictures of your own beside the name and above the shop.
      </LinkPanel>
      {hasExamples && (
        <LinkPanel
          title="Example community"
          to="examples"
          label="Look at the examples"
          icon={UsersRound}
        >
          This site has invented players, so that it is not empty. They can be removed together.
        </LinkPanel>
      )}
      <LinkPanel
        title="Rules, imprint and privacy"
        to="pages"
        label="Edit the pages"
        icon={FileText}
      >
        Pages with your own texts, with links in the footer.
      </LinkPanel>
    </>
  );
}

interface LinkPanelProps {
  title: string;
  to: string;
  label: string;
  icon: LucideIcon;
  children: string;
}

function LinkPanel({ title, to, label, icon: Icon, children }: LinkPanelProps) {
  return (
    <Panel
      title={title}
      action={
        <ButtonLink to={`/admin/site/${to}`} variant="quiet" size="sm">
          <Icon aria-hidden />
          {label}
        </ButtonLink>
      }
    >
      <p className="text-muted">{children}</p>
    </Panel>
  );
}

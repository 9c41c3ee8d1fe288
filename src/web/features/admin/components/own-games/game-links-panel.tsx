import { Save } from 'lucide-react';
import type { OwnerAddresses } from '#domain/game-library/delivery/owner-addresses.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';

interface GameLinksPanelProps {
  links: OwnerAddresses;
  /** The path of the page. */
  path: string;
}

/** The addresses that owners of a game get. */
export function GameLinksPanel({ links, path }: GameLinksPanelProps) {
  const field = (name: keyof OwnerAddresses) => ({
    name,
    type: 'url',
    maxLength: ownGameConstants.linkMax,
    placeholder: 'https://',
    defaultValue: links[name] ?? '',
  });
  return (
    <Panel title="Link and Play here">
      <ActionForm
        // After a save the fields show what was stored.
        key={`${links.link} ${links.playUrl}`}
        intent="links"
        action={path}
        hasMessage={false}
        aria-label="Link and Play here"
        button="Save"
        icon={Save}
      >
        <TextField
          label="Link for owners"
          hint="Such as the page of a download. Only owners of the game see it, but it works for everybody who gets it."
          {...field('link')}
        />
        <TextField
          label="Play here"
          hint="The address of a game for browsers on another site. Owners play it on a page of this site, in a frame without access to this site, its logins and the storage of the browser. The other site must allow frames, and the game must work without cookies and storage."
          {...field('playUrl')}
        />
      </ActionForm>
    </Panel>
  );
}

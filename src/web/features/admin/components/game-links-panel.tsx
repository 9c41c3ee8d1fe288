import { Save } from 'lucide-react';
import { Form } from 'react-router';
import type { GameLinks } from '#domain/game-library/delivery/game-links.ts';
import { ownGameConstants } from '#shared/constants/own-games.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface GameLinksPanelProps {
  links: GameLinks;
  failure: FormError | null;
  /** The path of the page. */
  path: string;
}

/** The addresses that owners of a game get. */
export function GameLinksPanel({ links, failure, path }: GameLinksPanelProps) {
  const saving = usePending({ intent: 'links' });
  const field = (name: keyof GameLinks) => ({
    name,
    type: 'url',
    maxLength: ownGameConstants.linkMax,
    placeholder: 'https://',
    defaultValue: failure ? (failure.typed[name] ?? '') : (links[name] ?? ''),
    error: failure?.fields[name],
  });
  return (
    <Panel title="Link and Play here">
      <Form
        // After a save the fields show what was stored.
        key={`${links.link} ${links.playUrl}`}
        method="post"
        action={path}
        preventScrollReset
        aria-label="Link and Play here"
        className="grid gap-5"
      >
        <input type="hidden" name="intent" value="links" />
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
        <div>
          <Button pending={saving}>
            <Save aria-hidden />
            Save
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

import { partSetting, type SitePart, siteParts } from '#shared/constants/site/site-parts.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';

const texts: Record<SitePart, { label: string; hint: string }> = {
  market: {
    label: 'Market',
    hint: 'Off: nothing is sold or ordered. Owners can take back cards and money.',
  },
  trades: {
    label: 'Trade offers',
    hint: 'Off: no offer is made or accepted. Open ones can be declined and cancelled.',
  },
  discussions: { label: 'Discussions', hint: 'Off: they are kept, but nobody sees them.' },
  gallery: { label: 'Gallery', hint: 'Off: no picture is added, and the list is not shown.' },
  chat: { label: 'Chat', hint: 'Off: messages are kept, but none is sent or shown.' },
  realmApi: { label: 'Realm API', hint: 'For programs of players, with its reference.' },
  rawgApi: { label: 'RAWG API', hint: 'The catalogue for other programs.' },
};

/** Which parts of the site are on. */
export function PartFields({ partsOff }: { partsOff: readonly SitePart[] }) {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {siteParts.map((part) => (
        <ChoiceField
          key={part}
          name={partSetting(part)}
          value="on"
          defaultChecked={!partsOff.includes(part)}
          {...texts[part]}
        />
      ))}
    </div>
  );
}

import { Link } from 'react-router';
import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';
import { SettingForm } from './setting-form.tsx';
import { ShopContentChoice } from './shop-content-choice.tsx';

interface ShopContentFormProps {
  content: ShopContent;
  hasGamesDatabase: boolean;
}

/** The form of what the shop holds. */
export function ShopContentForm({ content, hasGamesDatabase }: ShopContentFormProps) {
  return (
    <SettingForm title="What the shop holds" intent="shop">
      <p className="text-muted">
        Games that the shop no longer holds are hidden: their owners keep them, and their cards can
        be traded. Single games are hidden and shown in the list of{' '}
        <Link to="/admin/games/all" className="text-link">
          all games
        </Link>
        . The key of a games database is set on{' '}
        <Link to="/admin/services#games" className="text-link">
          Services
        </Link>
        .
      </p>
      <div className="grid gap-3">
        <ShopContentChoice chosen={content} hasGamesDatabase={hasGamesDatabase} />
      </div>
    </SettingForm>
  );
}

import { Link } from 'react-router';
import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';
import { SettingForm } from './setting-form.tsx';
import { ShopContentChoice } from './shop-content-choice.tsx';

/** The form of what the shop holds. */
export function ShopContentForm({ content }: { content: ShopContent }) {
  return (
    <SettingForm title="What the shop holds" intent="shop">
      <p className="text-muted">
        Games that the shop no longer holds are hidden: their owners keep them, and their cards can
        be traded. Single games are hidden and shown in the list of{' '}
        <Link to="/admin/games/all" className="text-link">
          all games
        </Link>
        .
      </p>
      <div className="grid gap-3">
        <ShopContentChoice chosen={content} />
      </div>
    </SettingForm>
  );
}

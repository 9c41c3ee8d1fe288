import { type ShopContent, shopContents } from '#shared/constants/catalog/game-sources.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { allWithoutGamesDatabase, shopContentTexts } from './shop-content-texts.ts';

interface ShopContentChoiceProps {
  chosen: ShopContent;
  /** Whether the site has a games database to ask. */
  hasGamesDatabase: boolean;
}

/** The fields that choose what the shop holds. */
export function ShopContentChoice({ chosen, hasGamesDatabase }: ShopContentChoiceProps) {
  return shopContents.map((content) => (
    <ChoiceField
      key={content}
      type="radio"
      name="shopContent"
      value={content}
      {...shopContentTexts[content]}
      {...(content === 'all' && !hasGamesDatabase && { hint: allWithoutGamesDatabase })}
      defaultChecked={content === chosen}
    />
  ));
}

import { type ShopContent, shopContents } from '#shared/constants/catalog/game-sources.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { shopContentTexts } from './shop-content-texts.ts';

/** The fields that choose what the shop holds. */
export function ShopContentChoice({ chosen }: { chosen: ShopContent }) {
  return shopContents.map((content) => (
    <ChoiceField
      key={content}
      type="radio"
      name="shopContent"
      value={content}
      {...shopContentTexts[content]}
      defaultChecked={content === chosen}
    />
  ));
}

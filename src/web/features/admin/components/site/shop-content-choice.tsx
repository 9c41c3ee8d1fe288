import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { shopContentTexts } from './shop-content-texts.ts';

interface ShopContentChoiceProps {
  /** The choices. */
  contents: readonly ShopContent[];
  chosen: ShopContent;
}

/** The fields that choose what the shop holds. */
export function ShopContentChoice({ contents, chosen }: ShopContentChoiceProps) {
  return contents.map((content) => (
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

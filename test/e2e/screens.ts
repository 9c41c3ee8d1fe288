import { accountScreens } from './account-screens.ts';
import { communityScreens } from './community-screens.ts';
import { galleryScreens } from './gallery-screens.ts';
import { marketScreens } from './market-screens.ts';
import type { Props, Screen } from './screen.ts';
import { storeScreens } from './store-screens.ts';

/** Every screen in every state that people meet. */
export function screensOf(props: Props): Screen[] {
  return [
    ...storeScreens(props),
    ...accountScreens(props),
    ...marketScreens(props),
    ...communityScreens(props),
    ...galleryScreens(props),
  ];
}

import { communityScreens } from './community-screens.ts';
import { props } from './curtain.ts';
import { galleryScreens } from './gallery-screens.ts';
import { marketScreens } from './market-screens.ts';
import { testAccessibility } from './test-accessibility.ts';

testAccessibility([...marketScreens(props), ...communityScreens(props), ...galleryScreens(props)]);

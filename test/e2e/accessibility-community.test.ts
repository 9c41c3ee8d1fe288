import { communityScreens } from './community-screens.ts';
import { props } from './curtain.ts';
import { testAccessibility } from './test-accessibility.ts';

testAccessibility(communityScreens(props));

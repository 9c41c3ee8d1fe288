import { props } from './curtain.ts';
import { marketScreens } from './market-screens.ts';
import { testAccessibility } from './test-accessibility.ts';

testAccessibility(marketScreens(props));

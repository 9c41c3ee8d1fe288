import { accountScreens } from './account-screens.ts';
import { props } from './curtain.ts';
import { testAccessibility } from './test-accessibility.ts';

testAccessibility(accountScreens(props));

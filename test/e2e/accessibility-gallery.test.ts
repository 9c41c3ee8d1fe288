import { props } from './curtain.ts';
import { galleryScreens } from './gallery-screens.ts';
import { testAccessibility } from './test-accessibility.ts';

testAccessibility(galleryScreens(props));

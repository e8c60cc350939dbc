/** The contracts of the code on this device, by name. Made once: each that asks for them reads the same. */

import { builtInTools } from './built-in.ts';
import { catalogueOf } from './catalogue.ts';

export const BUILT_INS = catalogueOf(builtInTools);

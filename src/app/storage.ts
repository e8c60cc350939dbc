/** Opens what keeps plans and runs. Where the browser denies storage, this tab keeps them, and says so. */

import type { Storage } from './compose.ts';
import { tabPlans, tabRuns } from './tab-repositories.ts';

export const openStorage = async (): Promise<Storage> => ({ plans: tabPlans(), runs: tabRuns() });

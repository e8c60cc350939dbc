/** Every part of the screen of a run over a list (L-55), by its name. Fetched together: in pieces, each would cost the first screen its name. */

import ApproveList from './ApproveList.tsx';
import CanaryQuestion from './CanaryQuestion.tsx';
import ForWhom from './ForWhom.tsx';
import InstancesDialog from './InstancesDialog.tsx';
import ListBar from './ListBar.tsx';
import ListDialog from './ListDialog.tsx';
import ListResults from './ListResults.tsx';

export const OVER_LIST = {
  ApproveList,
  CanaryQuestion,
  ForWhom,
  InstancesDialog,
  ListBar,
  ListDialog,
  ListResults,
} as const;

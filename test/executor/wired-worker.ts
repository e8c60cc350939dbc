/** The real worker with its network in the test's hands: what it asks for goes to the test, which answers when it likes. */

import './wire.ts';
import '../../src/executor/worker.ts';

/** Prints where a Chromium is; fails where there is none. A program of its own: the doors are older than any package. */

import { chromiumExecutable } from '../chromium.ts';

process.stdout.write(chromiumExecutable());

/** What the browser threw while it stored, in words that a person can act on. */

import { messageOf } from '../lib/thrown.ts';

export type FaultCode =
  | 'storage-full'
  | 'storage-denied'
  | 'storage-newer'
  | 'storage-closed'
  | 'storage-failed';

export function inWords(cause: unknown): { code: FaultCode; message: string } {
  const names = namesOf(cause);
  if (names.includes('QuotaExceededError')) {
    return {
      code: 'storage-full',
      message:
        'The disk space this browser gives Obelus is full. Nothing that was recorded is lost. Free some space or remove old runs, then reload: the run goes on where it stopped. The plan can still be exported.',
    };
  }
  if (names.includes('VersionError')) {
    return {
      code: 'storage-newer',
      message:
        'The plans on this device were written by a newer Obelus. Reload the page to get that version; nothing was changed.',
    };
  }
  if (names.includes('DatabaseClosedError')) {
    return {
      code: 'storage-closed',
      message:
        "This tab may no longer store anything: another tab has opened a newer Obelus, or this site's data was deleted. Nothing that was recorded by then is touched. Reload the page to go on.",
    };
  }
  if (names.some((name) => DENIED.has(name))) {
    return {
      code: 'storage-denied',
      message:
        'This browser does not let Obelus store anything here (a private window, or blocked site data). Plans can be drawn and exported in this tab, but a run needs storage: allow it for this site and reload.',
    };
  }
  const detail = messageOf(cause);
  return {
    code: 'storage-failed',
    message: `Storing failed: ${detail}. Nothing that was recorded is lost. Reload to try again.`,
  };
}

const DENIED: ReadonlySet<string> = new Set([
  'SecurityError',
  'InvalidStateError',
  'NotAllowedError',
  'UnknownError',
]);

/** Of what was thrown and of what caused it. */
function namesOf(cause: unknown): string[] {
  const names: string[] = [];
  for (let error = cause, depth = 0; typeof error === 'object' && error !== null && depth < 5; depth++) {
    const { name, cause: inner } = error as { name?: unknown; cause?: unknown };
    if (typeof name === 'string') names.push(name);
    error = inner;
  }
  return names;
}

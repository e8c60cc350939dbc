/** The differences between two texts, by lines or by words. */

import { createTwoFilesPatch, diffLines, diffWordsWithSpace } from 'diff';
import type { Computation } from './activity.ts';
import { badArguments, param } from './parameters.ts';

const MAX_COMPARED = 2_000_000;
/** The search gives up here: two long texts with nothing in common would take minutes. */
const TIME_LIMIT_MS = 10_000;

export const compareTexts: Computation = (params) => {
  const before = param.text(params, 'before', MAX_COMPARED);
  const after = param.text(params, 'after', MAX_COMPARED);
  const by = param.choice(params, 'by', ['lines', 'words'], 'lines');
  const options = { timeout: TIME_LIMIT_MS };
  const changes =
    by === 'words' ? diffWordsWithSpace(before, after, options) : diffLines(before, after, options);
  const diff = createTwoFilesPatch('before', 'after', before, after, undefined, undefined, {
    context: 3,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
    ...options,
  });
  if (changes === undefined || diff === undefined) {
    throw badArguments(
      'The two texts are long and have so little in common that comparing them takes too long. Compare shorter parts.',
    );
  }
  const total = (pick: 'added' | 'removed') =>
    changes.reduce((sum, change) => sum + (change[pick] ? change.count : 0), 0);
  return {
    same: before === after,
    added: total('added'),
    removed: total('removed'),
    changes: changes.map(({ added, removed, value }) => ({
      change: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
    diff,
  };
};

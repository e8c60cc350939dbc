/** What a typed `/plan …` may become: every command that begins so, with the runs and calls that there are. */

interface SuggestedRun {
  readonly runId: string;
  readonly title: string;
  /** Ids of its calls, as far as its journal has been read. */
  readonly calls: readonly string[];
}

interface Suggestion {
  /** What stands in the box when it is chosen. */
  readonly text: string;
  readonly about: string;
}

const MOST = 8;

export function planSuggestions(typed: string, active: readonly SuggestedRun[]): readonly Suggestion[] {
  const text = typed.replace(/^\s+/, '');
  const all: Suggestion[] = [
    { text: '/plan list', about: 'Active plans' },
    ...active.flatMap(({ runId, title, calls }) => [
      { text: `/plan discard ${runId}`, about: `Discard “${title}”` },
      ...calls.map((call) => ({
        text: `/plan resume ${runId} --from ${call}`,
        about: `Run “${title}” again from ${call}`,
      })),
    ]),
  ];
  return all.filter((one) => one.text.startsWith(text) && one.text !== text.trimEnd()).slice(0, MOST);
}

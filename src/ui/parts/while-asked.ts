/** What a service is asked, for an effect: its answer is taken unless something else has been asked since. */

/** @returns what ends it: no answer is taken any more */
export function whileAsked<T>(answer: Promise<T>, take: (answer: T) => void): () => void {
  let current = true;
  void answer.then((given) => {
    if (current) take(given);
  });
  return () => {
    current = false;
  };
}

/** What a service is asked, for an effect: its answer is taken unless something else has been asked since. */

/**
 * @param tell hears why there is no answer; without it the answer never fails
 * @returns what ends it: no answer is taken any more
 */
export function whileAsked<T>(
  answer: Promise<T>,
  take: (answer: T) => void,
  tell?: (error: unknown) => void,
): () => void {
  let current = true;
  void answer.then(
    (given) => {
      if (current) take(given);
    },
    tell && ((error: unknown) => current && tell(error)),
  );
  return () => {
    current = false;
  };
}

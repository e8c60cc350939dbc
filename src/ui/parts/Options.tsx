/** What a list that folds offers: each value with its words. */

export const Options = <T extends string | number>({ of }: { of: readonly (readonly [T, string])[] }) =>
  of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));

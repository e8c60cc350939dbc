/** Words for anybody in five languages: "each person" of a table is told by the column of who. Data only. */

export const PERSON =
  /^(?:persons?|people|person(?:en)?|personnes?|personas?|persone|someone|somebody|everyone|everybody|individuals?|leute|gens|gente|mensch(?:en)?)$/iu;

/** How comparisons are said in English, and the names an operator goes by in contracts. */

interface Comparison {
  readonly says: RegExp;
  /** Spellings of the operator in an enum, best first; compared without case, spaces and punctuation. */
  readonly names: readonly string[];
  /** Whether a bare word may be compared with ("status is late"), or only a number, date or quoted text. */
  readonly takesWords: boolean;
}

const is = '(?:(?:is|are|was|were|be|has|have|of)\\s+)?';
const says = (words: string) => new RegExp(`^\\s*${is}(?:${words})(?![\\w])\\s*`, 'iu');
const symbol = (text: string) => new RegExp(`^\\s*${text}\\s*`, 'u');

/** Longest first: "not equal to" must not be read as "equal to", nor "at least" as "least". */
export const COMPARISONS: readonly Comparison[] = [
  {
    says: says("is not|are not|isn't|aren't|not equal to|not|does not equal|differs from|other than"),
    names: ['isNot', '!=', 'ne', 'neq', 'not', 'notEquals', 'notEqual', 'not equal'],
    takesWords: true,
  },
  {
    says: says('at least|no less than|greater than or equal to|or more than|from|since'),
    names: ['atLeast', '>=', 'gte', 'ge', 'greaterOrEqual', 'min'],
    takesWords: false,
  },
  {
    says: says('at most|no more than|less than or equal to|up to|not over|until|till'),
    names: ['atMost', '<=', 'lte', 'le', 'lessOrEqual', 'max'],
    takesWords: false,
  },
  {
    says: says(
      'over|above|more than|greater than|larger than|bigger than|higher than|exceeds|exceeding|exceed|after|older than|later than',
    ),
    names: ['over', '>', 'gt', 'greaterThan', 'greater', 'more', 'above', 'moreThan', 'after'],
    takesWords: false,
  },
  {
    says: says(
      'under|below|less than|fewer than|smaller than|lower than|before|younger than|earlier than|cheaper than',
    ),
    names: ['under', '<', 'lt', 'lessThan', 'less', 'below', 'before'],
    takesWords: false,
  },
  {
    says: says('contains|containing|contain|includes|including|with the word'),
    names: ['contains', 'includes', 'has', 'like'],
    takesWords: true,
  },
  {
    says: says('starts with|starting with|begins with|beginning with'),
    names: ['startsWith', 'beginsWith', 'prefix'],
    takesWords: true,
  },
  { says: says('ends with|ending with'), names: ['endsWith', 'suffix'], takesWords: true },
  {
    says: says('equal to|equals|equal|exactly|the same as'),
    names: ['is', '=', '==', 'eq', 'equals', 'equal', 'equalTo'],
    takesWords: true,
  },
  { says: symbol('>='), names: ['atLeast', '>=', 'gte', 'ge'], takesWords: false },
  { says: symbol('<='), names: ['atMost', '<=', 'lte', 'le'], takesWords: false },
  { says: symbol('(?:!=|<>)'), names: ['isNot', '!=', 'ne', 'neq', 'notEquals'], takesWords: true },
  { says: symbol('>'), names: ['over', '>', 'gt', 'greaterThan', 'more', 'above'], takesWords: false },
  { says: symbol('<'), names: ['under', '<', 'lt', 'lessThan', 'less', 'below'], takesWords: false },
  { says: symbol('==?'), names: ['is', '=', '==', 'eq', 'equals', 'equal'], takesWords: true },
  {
    says: /^\s*(?:is|are|was|were)(?!\w)\s*/iu,
    names: ['is', '=', '==', 'eq', 'equals', 'equal', 'equalTo'],
    takesWords: true,
  },
];

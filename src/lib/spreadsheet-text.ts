/** What a spreadsheet does with a text that is put into it. */

/** It runs what begins with = or @, or with + or - and has a name or a call in it. A phone number such as +44 20 it does not. */
export const FORMULA = /^(?:[=@\t\r]|[+-].*[A-Za-z(|])/s;

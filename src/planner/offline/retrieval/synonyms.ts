/** Words that mean the same when someone asks for work on data or text. Language knowledge: no tool's name decides. */

import { stemOf } from './words.ts';

const groups = `
summarize summary digest gist shorten outline tldr condense abridge
keyword keywords topic tag term
compare difference diff contrast
filter keep only select where restrict
remove delete drop exclude discard
sort order rank arrange
group aggregate bucket
sum total totals sums
average mean avg
median middle
max maximum highest largest biggest greatest most peak top
min minimum lowest smallest least fewest
count tally
descending desc decreasing reverse highest largest biggest greatest most top
ascending asc increasing alphabetically lowest smallest least fewest
join combine merge link match
chart graph plot diagram visualize draw visualization diagramm balkendiagramm graphique
table grid tabulate
report write-up
bar bars column columns histogram
line trend curve
pie donut share
read load open import parse
save store export download
file document
find search extract locate detect look
replace substitute swap change
remove strip
ask question prompt
write compose create make build generate produce
fill placeholder template greeting letter invitation
split break cut divide tokenize separate
join concatenate
convert transform turn
calculate compute evaluate work math
statistics stats describe
hash checksum fingerprint
wait pause delay sleep
note remember jot memo
decide choose branch approve confirm check
email emails mail
url urls link links website web
phone phones telephone
date dates day
number numbers figure
percent percentage percentages
money amounts price prices
word words
sentence sentences
paragraph paragraphs
character characters letter letters
row rows record records line lines
column columns field fields
unique distinct duplicate duplicates deduplicate
first head limit top largest highest biggest smallest lowest most fewest best worst
get fetch retrieve obtain acquire lookup
show display list give present view
add insert append include
append combine merge stack concatenate
update modify edit adjust
begin start initiate launch
book reserve
schedule plan arrange organize
buy purchase order
send deliver mail
evaluate assess analyze examine inspect review
suggest recommend propose advise
picture image photo
film movie video
`;

/** Stems that stand for a stem, itself excluded. */
const neighbours = new Map<string, Set<string>>();

for (const group of groups.trim().split('\n')) {
  const stems = [...new Set(group.split(' ').map(stemOf))];
  for (const stem of stems) {
    const known = neighbours.get(stem) ?? new Set<string>();
    for (const other of stems) if (other !== stem) known.add(other);
    neighbours.set(stem, known);
  }
}

const none: ReadonlySet<string> = new Set();

export const synonymsOf = (stem: string): ReadonlySet<string> => neighbours.get(stem) ?? none;

/** Phrases whose meaning is not the sum of their words, and the word they stand for. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bhow many\b/giu, 'count'],
  [/\bnumber of\b/giu, 'count'],
  [/\bhow much\b/giu, 'sum'],
  [/\b(?:highest|largest|biggest|most|greatest|newest|latest) first\b/giu, 'descending'],
  [/\b(?:lowest|smallest|least|fewest|oldest|earliest) first\b/giu, 'ascending'],
  [/\bfrom (?:high|highest|largest|most|big) to (?:low|lowest|smallest|least|small)\b/giu, 'descending'],
  [/\bfrom (?:low|lowest|smallest|least|small) to (?:high|highest|largest|most|big)\b/giu, 'ascending'],
  [/\b(?:altogether|together|into one)\b/giu, 'combine'],
  [/\b(?:get|getting) rid of\b/giu, 'remove'],
  [/\bkey (?:points|words|terms)\b/giu, 'keywords'],
  [/\bwhat(?:'s| is| has)? (?:changed|different)\b/giu, 'difference'],
];

/** English, as people type it. Data only. */

import type { Language } from './lexicon.ts';

export const ENGLISH: Language = {
  name: 'English',
  code: 'en',
  small:
    'will shall must might cannot wont managed covered performed produced generated harvested grown grow grows achieved reached hosted conducted held logged noted observed seen recorded mentioned found gave given lasted lasts sighted spotted thats whats whos heres theres im id ive measured bring brings brought bake bakes baked cook cooks cooked bought receive receives received happening simply somehow maybe perhaps a an the of in on at to for from with and or is are was were be been has have had do does did it its this that these those there here i me my we our us you your he she they them their his her please can could would should want need like just also some any which who whom whose what as into out up all every both then than so if but about by per not no only give show tell get make let go goes come comes came using use based according across within over during among between via each one ones thing things row rows entry entries record records data dataset file files table tables column columns field fields value values item items list csv json xlsx md txt sheet number numbers euro euros eur dollar dollars usd € $ £ unit now result results where being s t re ve ll d m when how much many see know look find information kind kinds type types various respectively together made placed belonging corresponding resulting whole entire following given same still left work works worked working live lives lived living stay stays stayed happen happens happened occur occurred takes took taken place places recorded registered register entered exist exists belong belongs belonged having got gotten getting wants wanted went gone run runs ran sit sits carry carries carried people person persons someone somebody anyone anybody everyone everybody anything something everything everywhere stuff particular specific individual respective nice little bit lot such yes ok okay well again already yet even really very quite once while upon onto down along throughout toward towards amongst because therefore thus hence however although though him mine yours ours theirs myself yourself itself themselves method methods level levels',
  months: 'january february march april may june july august september october november december',
  numbers:
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand',
  phrases: {
    'agg:sum':
      'total, sum, sum up, add up, total up, comes to, come to, adds up to, add up to, amounts to, in total, overall, altogether, summed, add together, added up, tot up, grand total, combined total, grand total at the bottom, grand total at the end, grand total below, total at the bottom, total at the end, total row, totals row, total line, overall total, grand total row, sum at the bottom, sum at the end, as one number, how much, how much did, how much do, how much does, how much is, how much was, how much were, how much has, how much have, how much in',
    'agg:mean': 'average, avg, mean, on average, averaged, typical',
    'agg:count':
      'how many, how many times, hw many, hom many, how mny, hoe many, the number and, number of, count, how often, amount of rows, row count, no. of, # of',
    'agg:median': 'median',
    statistics:
      'statistics, key figures, describe the numbers, descriptive statistics, with statistics, stats',
    'agg:max': 'maximum, max',
    'agg:min': 'minimum, min',
    distinct:
      'different, distinct, unique, how many different, number of different, number of unique, number of distinct',
    share:
      'share, how many percent, how many per cent, what part of, percentage of total, share of total, proportion, what percent, what percentage, percentage, percentages, per cent of total, percent of total, in percent, fraction',
    running: 'running total, cumulative, cumulated, running sum, cumulative sum, accumulated',
    rankfig:
      'rank column, ranking column, rank number, a rank, its rank, their rank, ranks, give each a rank, add a rank, add the rank, give a rank, ranking, position',
    per: 'a line for every, a line for each, a line per, one line per, one line for each, one line for every, one row per, one row for each, one row for every, a row for each, a row for every, a row per, per, by, for each, for every, each, in each, in every, grouped by, group by, broken down by, break down by, split by, by each, across each, under each, at each, within each, of each, from each, on each, depending on, according to, for all the different',
    each: 'for each, for every, each, every, for each of the, for every single, for each single',
    'unit:day': 'day, days, daily, date',
    'unit:week': 'week, weekly, calendar week',
    'unit:month': 'month, monthly',
    'unit:quarter': 'quarter, quarterly',
    'unit:year': 'year, yearly, annual, annually',
    'unit:weekday': 'weekday, day of the week, day of week',
    'unit:hour': 'hour, hourly, hour of the day, hour of day, time of day, time of the day',
    adverb: 'daily, weekly, monthly, quarterly, yearly, annual, annually, hourly',
    top: 'top, best, leading, best selling, bestselling, best-selling, best seller, best sellers, bestseller, bestsellers, top seller, top sellers, doing best, does best, performing best, performs best, did best',
    most: 'most often, most frequently, most commonly, best paid, highest paid, top paid, best earning, top earning, highest, largest, biggest, greatest, most, most expensive, priciest, dearest, strongest, heaviest, tallest, longest, top selling, max, maximum',
    'of:sales':
      'best selling, bestselling, best-selling, best seller, best sellers, bestseller, bestsellers, top seller, top sellers, top selling',
    'of:often': 'most often, most frequently, most commonly, least often, least frequently',
    least:
      'least often, least frequently, worst paid, lowest paid, least paid, lowest, smallest, least, cheapest, least expensive, worst, bottom, weakest, lightest, shortest, fewest, poorest, min, minimum',
    newest: 'newest, latest, most recent, last, youngest, recent',
    oldest: 'oldest, earliest, first',
    first: 'first',
    last: 'last',
    sort: 'sort, rank, sorting, ordering, sort order, sorted, sort by, order by, ordered by, sorted by, arrange, arranged, arranged by, rank by, ranked by, in order of, sort it, sort them, ranked, put in order',
    asc: 'alphabetical order, in alphabetical order, in alphabetic order, ascending, asc, smallest first, lowest first, alphabetically, alphabetical, a to z, a-z, increasing, from low to high, low to high, smallest to largest, cheapest first, in ascending order, from a to z',
    desc: 'descending, desc, largest first, biggest first, highest first, most expensive first, decreasing, from high to low, high to low, largest to smallest, best first, in descending order, z to a, reverse, from largest to smallest, from highest to lowest',
    atop: 'first, on top, at the top, at top, up top, at the beginning, leading the list',
    'nth:2': 'second, 2nd',
    'nth:3': 'third, 3rd',
    'nth:4': 'fourth, 4th',
    overview:
      'overview, make sense of, how are we doing, how am i doing, how is it going, how are things, what is going on, insights, insight, analyse, analyze, analysis, big picture, tell me about, what can you tell me about, what do you see, at a glance, quick look, explore, what is interesting, anything interesting, dig into, get a feel for, give me a feel for, summary, summarise, summarize',
    newestfirst: 'newest first, youngest first, latest first, most recent first',
    oldestfirst:
      'soonest first, nearest first, next first, soonest, longest ago first, oldest first, earliest first, chronologically, chronological',
    'cmp:gt':
      'over, above, more than, greater than, larger than, bigger than, higher than, exceeding, exceeds, exceed, > , in excess of, longer than, older than, better than',
    'cmp:gte':
      'at least, no less than, not less than, minimum of, or more, or above, >=, greater than or equal to, from at least, and up',
    'cmp:lt':
      'under, below, less than, fewer than, smaller than, lower than, cheaper than, <, shorter than, younger than, worse than',
    'cmp:lte':
      'at most, no more than, not more than, up to, maximum of, or less, or below, or fewer, <=, less than or equal to',
    'cmp:eq': 'equals, equal to, equal, exactly, is exactly, =, ==',
    'cmp:ne': 'not equal to, other than, different from, !=, <>',
    'cmp:contains':
      'contains, containing, contain, includes, including, mentions, mentioning, mention, with the word, with the text, has the word',
    'cmp:starts': 'starts with, starting with, begins with, beginning with, start with, begin with',
    'cmp:ends': 'ends with, ending with, end with, ending in, ends in',
    'cmp:before': 'before, earlier than, prior to',
    'cmp:after': 'after, later than',
    'cmp:since': 'since, from, starting from, as of, on or after',
    'cmp:until': 'until, till, by the end of, through, up to and including, on or before',
    between: 'between, ranging from',
    empty:
      'empty, missing, blank, is missing, are missing, has no, have no, without any, is empty, not filled in, not given, unknown',
    filled: 'not empty, filled in, not missing, not blank, is given',
    and: 'and, &, as well as, plus, along with',
    or: 'or, either',
    either: 'either',
    not: "arent, isnt, dont, doesnt, didnt, hasnt, havent, wasnt, werent, not, neither, nor, except, excluding, exclude, other than, but not, apart from, everything but, all but, anything but, never, aren't, isn't, don't, doesn't, didn't, hasn't, haven't, wasn't, weren't, without, no, non, leave out, leaving out, ignore, ignoring, drop, remove, omit, skip, minus the, filter out, throw out, get rid of, delete, discard, eliminate, scrap, ditch, erase, purge, strike, not counting, not including, besides, disregarding, disregard, aside from, with the exception of, excepting, is not, are not, was not, were not, has not, have not, had not, did not, do not, does not, not yet, is no, are no, not the",
    'of:earnings':
      'best paid, highest paid, top paid, best earning, top earning, worst paid, lowest paid, least paid',
    measured:
      'donated, gave, given, raised, spent, spend, spends, spending, took in, take in, takes in, taken in, collected, brought in, bring in, turned over, billed, invoiced, charged, earned, earn, earns, make in, made in, paid out, contributed, sell, sells, sold',
    'sign:minus':
      'negative, in the red, into the red, overdrawn, in deficit, below zero, under zero, below nought',
    'sign:plus': 'positive, in the black, above zero',
    neither: 'neither',
    nor: 'nor',
    except:
      'except, excluding, exclude, drop, remove, delete, throw out, get rid of, discard, eliminate, scrap, ditch, erase, purge, strike, everything but, all but, anything but, other than, apart from, without, leave out, leaving out, ignore, ignoring, omit, skip, minus the, filter out, not counting, not including, besides, disregarding, disregard, aside from, with the exception of, excepting',
    excluded:
      "excluded, not included, not counted, do not count, does not count, don't count, doesn't count, left out, left aside, ignored, are out, do not matter",
    nobody: 'nobody, no one, noone, no-one, no person',
    'late:since':
      'or later, and later, or after, and after, onwards, onward, or newer, and newer, or more recent, and up, and beyond',
    'late:until': 'or earlier, and earlier, or before, and before, or older, and back',
    filler:
      'nothing else, nothing more, and nothing else, and nothing more, that is all, thats all, that is it, will do, is enough, is fine, right so, right then, now then, alright, cheers, ta, much appreciated, would be great, that would be great, would be nice, would be lovely, if that is ok, no rush, when you have a minute, when you get a chance, in advance, sorry, quick question, one more thing, real quick, pls, plz, kindly, a rough idea, rough idea, an idea, a quick idea, go through, look through, look at, take a look at, have a look at, paid by, paid with, paid via, paid using, how big is, how big are, how large is, how large are, how high is, how high are, how high was, what does it say about, are left, is left, both included, included both, inclusive, both inclusive, both ends included, thanks, thank you, many thanks, hi, hello, hey, hi there, good morning, dear planner, for me, for us, if possible, if you can, if you could, as soon as possible, asap, quickly please, in the file, in the table, in the data, in the list, in this file, in this table, from the file, from the table, from the list, from the data, of the file, i wonder, i would like to know, i want to know, i need to know, do you know, could you tell me, can you tell me, tell me, i was wondering, just wondering, right now, at the moment, at all, ever, overall please, you know, actually, basically, roughly, by the way, so far, to date, in there, on record, as it is, as they are, in my file, in my data, our own, my own, worked, done, placed, written, recorded, entered, registered, listed, taken, happened, occurred, going on, to live, place to live, it ever got, it got, it ever was, to stay, exist, existing, currently, already, anyway, there are in the file',
    short:
      'reorder, to be reordered, reordered, re-order, be reordered, restock, restocked, to restock, running low, run low, low on stock, low in stock, running out, to buy soon, need to buy, needs buying, need to order, must order, to be ordered, buy soon, order soon, top up, refill, short of',
    only: 'only, just, keep, filter, where, whose, that are, with only, limit to, restrict to, narrow down to',
    nopartner:
      "without, who have no, that have no, have no, has no, with no, not in, missing from, missing in, do not appear in, don't appear in, never, no match in, which are not in, that are not in, who never, who have never, have not placed, don't have, do not have, haven't",
    beside: 'beside, next to, alongside',
    join: 'join, joined, merge, match, combine, look up, lookup, enrich, together with, add the, with their, connect, link, matched with, put together',
    append:
      'append, stack, concatenate, put together, combine, merge, one after another, under each other, into one, all together, of both, of both months, of both files, of both lists, from both, from both months, from both files, of all files, both, together, both files, both months, all files, across files, all three',
    compare: 'compare, comparison, compared, versus, vs, compare with, against',
    difference: 'difference, differences, how much more, how much less, differ, gap',
    change:
      'change, growth, grow, grew, increase, decrease, went up or down, go up or down, goes up or down, up or down, change from the previous, month over month, change to the previous, development',
    duplicates:
      'duplicates, duplicate, duplicate lines, duplicate entries, duplicate records, duplicated, twice, appear twice, appears twice, occur twice, occurs twice, appear more than once, appears more than once, occurs more than once, occur more than once, come up more than once, comes up more than once, there twice, in there twice, listed twice, entered twice, several times, more than once, double, doubles, repeated',
    dedupe:
      'remove duplicates, remove duplicate, drop duplicates, deduplicate, dedupe, without duplicates, each once, only once, remove the duplicates, remove the duplicate, remove duplicate rows, remove duplicate lines, remove the duplicate lines, remove duplicate entries, remove the duplicate entries, remove duplicate records, remove the duplicate records, delete duplicates, remove repeated, drop duplicate',
    newcolumn:
      'add a column, new column, add column, add a new column, extra column, additional column, column called, column named, add a field, compute a column, calculate a column, calculated column',
    mark: 'mark, label, flag, tag, classify, mark as, labelled, categorise, categorize',
    own: 'separate, own, its own, their own, individual, one each, separately, individually, split, split up, divide, break up, split into, divide into, broken into',
    file: 'file, files',
    whether: 'whether, whether or not',
    called: 'called, named, as, name it, call it',
    show: 'work out, calculate, compute, determine, figure out, check, verify, put, group, read, open, load, take, use, draw up, query, describe, show, list, give me, display, print, show me, what are, which, tell me, get, find, see, output, view, name all',
    fetch: 'fetch, download, retrieve, request, pull',
    which: 'which, wich, what, who, whoever, whichever',
    most_of: 'the most',
    save: 'save, export, write to, store, download, save it, save as, save it as, save that, save them, write it to, put it in, export it, save the result, save the result as, write',
    'as:csv': 'as csv, as a csv, csv file, to csv',
    'as:xlsx':
      'as xlsx, xlsx file, xlsx-file, as excel, excel file, as an excel file, to excel, spreadsheet, as a spreadsheet, excel',
    'as:json': 'as json, as a json, json file, to json',
    'as:md': 'as markdown, markdown file, as md, to markdown',
    'as:txt': 'text file, as txt, as a text file',
    'as:html': 'as html, html file',
    report: 'report, document, write-up, make a report, create a report, write a report, a report with',
    chart: 'chart, graph, plot, diagram, draw, visualise, visualize, as a chart, make a chart, as a graph',
    'mark:bar': 'bar chart, barchart, bar graph, bars, as bars, column chart, as a bar chart, bar',
    'mark:line':
      'line chart, line graph, as a line, over time, trend, as a line chart, line, developing, develops, developed, evolving, evolved',
    'mark:dot': 'scatter, scatter plot, dots, as dots, scatterplot',
    'mark:area': 'area chart, as an area',
    'mark:pie': 'pie chart, pie',
    table: 'markdown table, as a table, table of, in a table, make a table',
    note: 'note, write a note, make a note, write, say, message, tell me, warn me, warn, alert me, alert, notify me, notify, let me know, flag it, answer, output, reply, respond',
    ask: 'ask me, ask the person, ask for, ask',
    summarise:
      "in a nutshell, the essence, what is it about, what is this about, what's it about, what's this about, make it short, make it shorter, summarise, summarize, summary, shorten, sum up the text, gist, in short, key points, main points, tl;dr, boil down",
    words: 'words, word count, count the words, how many words, number of words, count words',
    lines: 'lines, line',
    sentences: 'sentences, sentence',
    paragraphs: 'paragraphs, paragraph',
    characters: 'characters, letters',
    reading: 'reading time, how long to read',
    keywords:
      'keywords, key words, keyword, most frequent words, most common words, most important words, topics, most used words',
    extract: 'extract, pull, pull out, find all, get all, list all, collect, pick out, find the, give me all',
    'take:emails': 'e-mail address, email address, email, e-mail, mail address, mails',
    'take:urls': 'url, web address, link, website, web link',
    'take:phones': 'phone number, phone, telephone number, telephone',
    'take:dates': 'dates',
    'take:amounts': 'amounts, amounts of money, sums of money, money amounts, prices',
    'take:percentages': 'percentages',
    'take:numbers': 'numbers, figures',
    replace: 'replace, substitute, change, swap, exchange, redact, anonymise, anonymize',
    by: 'by, with, to',
    diff: 'differences between the texts, diff, what changed, what has changed, changes between',
    if: 'if, when, in case, whenever, should, provided that, provided, as long as, only if, assuming, on condition that, given that, once',
    ifso: 'if so, if yes, if that is the case, if this is the case, in that case, in this case, if true, if that is so',
    unless: 'unless, if not',
    otherwise:
      'otherwise, else, or else, if not, or otherwise, failing that, if that is not the case, if this is not the case, if false, in any other case, in all other cases, in the other case',
    next: 'then, after that, afterwards, finally, next, and then, lastly',
    round: 'round, rounded, rounded to',
    pivot: 'pivot, as a cross table, as a pivot table, pivot table, cross table, crosstab, matrix',
    across: 'across, in columns, as columns, across the top, side by side, as the columns',
    unpivot: 'unpivot, melt',
    rename: 'rename',
    columns:
      'only the columns, the columns, just the columns, keep the columns, keep only the columns, columns',
    times: 'times, multiplied by, x, *',
    plus: 'plus, added to, +',
    minus: 'minus, less, subtract, -, subtracted from',
    over: 'divided by, over, /, per',
    percent: '%, percent, per cent',
    tax: 'vat, tax, sales tax, including tax, plus tax, incl. vat, including vat, with vat, markup',
    off: 'off, discount, reduced by, minus discount, rebate',
    daysbetween:
      'nights, how many nights, number of nights, the number of nights, overnight stays, days between, number of days between, how many days between, days from, how many days from, number of days from, how many days passed, how many days it took, how many days, how many days lie between, days passed, duration, how long, length of stay, how long did it take, how long does it take, length of time, time taken',
    'rel:last': 'last, previous, past',
    'rel:this': 'this, current',
    'rel:next': 'next, coming',
    today: 'today',
    yesterday: 'yesterday',
    who: 'who',
    unclear: 'best value, good value, value for money, bang for the buck, worth it',
    many: 'most, the most, fewest, the fewest, most of the, the highest number of, the largest number of, the biggest number of, the lowest number of',
    grand:
      'altogether, in total, overall, all together, in all, all in all, combined total, grand total, grand total at the bottom, grand total at the end, grand total below, total at the bottom, total at the end, total row, totals row, total line, overall total, grand total row, sum at the bottom, sum at the end, as one number',
    instead: 'instead, rather, instead of, rather than, in place of',
    also: 'next to it, beside it, alongside, also, as well, too, in addition, additionally',
    unwanted: "don't need, do not need, don't want, do not want, no longer, no more",
    any: 'any, anyone, anybody, anything, someone, somebody, something, at least one, one or more, even one, even a single',
    exists:
      'there is, there are, there are any, is there, are there, is there any, are there any, there is any, we have',
    every: 'all, every, each, everyone, everybody, everything, all of the, every single',
    none: 'none, nothing, no one, nobody, no, none of the, not a single, not one, not any, there is no, there are no',
    'than:more': 'more, higher, larger, bigger, greater',
    'than:less': 'less, lower, smaller, fewer',
  },
};

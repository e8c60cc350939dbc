/** Words that say nothing about which tool is meant. Language knowledge only: no tool's name belongs here. */

const list = `
a an the this that these those it its them they their there here he she his her him we our us you your i me my mine
and or but nor so yet if else then than thus also too as at by for from in into of off on onto out over per to up upon
with within without via about after before between during through under above below against among
is are was were be been being am do does did done have has had having can could may might must shall should will would
please kindly help need needs want wants like lets let just very really some any each every all both few more most other
such only own same not no now again further once finally first firstly second secondly next lastly last
what which who whom whose when where why how s t d ll re ve using use used based given following
would's i'd i'm i'll let's it's what's who's there's
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(list.trim().split(/\s+/));

/** Words that ask to be shown or given something: they may choose a tool, but nobody misses them. */
export const FILLERS: ReadonlySet<string> = new Set(
  'show list give tell display get make do create find result results present output return want see use using put pro par als'.split(
    ' ',
  ),
);

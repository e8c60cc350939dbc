/** Verbs people begin a request with: what follows "and" or a comma is a new step when it starts with one. */

import { stemOf } from './words.ts';

const list = `
add aggregate alert analyse analyze answer apply approve arrange ask assess assign average book build buy calculate
call cancel categorize chart check choose clean collect combine compare compile compose compute confirm contact
conduct convert copy count create cut decide delete deliver describe design detect determine develop diff display
divide download drop draft draw edit engage enroll ensure establish estimate evaluate examine exclude execute explain export
extract fetch fill filter find fix forecast format gather generate get give group guide hash identify implement import
include inform initiate inspect install introduce invite issue join keep launch limit list load locate look make
measure merge monitor notify obtain offer open order organize organise outline pause perform pick plan play plot post
predict prepare present print process produce propose provide publish purchase put query rank read recommend record
redact register remind remove rename replace report request research reserve resize retrieve return reverse review run
save scan schedule search select send separate set share ship show shorten simulate sort split start store submit
subscribe suggest sum summarise summarize tabulate take tell test total track train transcribe transform translate
turn update upload use validate verify view visualise visualize wait watch write
`;

export const ACTION_STEMS: ReadonlySet<string> = new Set(list.trim().split(/\s+/).map(stemOf));

/** "became more expensive", "gone up", "gesunken": which way something went from the one to the other. Data only. */

const UP =
  /^(?:(?:more|most) expensive|dearer|pricier|higher|up|increased?|increasing|rose|risen|raised|grew|grown|went up|gone up|teurer|h[oö]her|gestiegen|erh[oö]ht|gewachsen|plus chers?|augment[eé]e?s?|m[aá]s car[oa]s?|subid[oa]s?|pi[uù] car[oie]|aumentat[oaie])$/iu;
const DOWN =
  /^(?:less expensive|cheaper|lower|down|decreased?|decreasing|fell|fallen|dropped|shrunk|shrank|went down|gone down|billiger|g[uü]nstiger|niedriger|gesunken|gefallen|moins chers?|baiss[eé]e?s?|m[aá]s barat[oa]s?|bajad[oa]s?|meno car[oie]|diminuit[oaie])$/iu;

/** Words that tell of becoming: without one, "more expensive" compares with a number. */
const BECAME =
  /^(?:became|become|becomes|got|gotten|gone|went|has|have|are|is|geworden|wurden?|sind|ist|haben|devenue?s?|sont|ont|han|son|sono|hanno)$/iu;

/** 1 where it went up, -1 where down, and nothing where it is not said. */
export const wayOf = (text: string): 1 | -1 | undefined =>
  UP.test(text) ? 1 : DOWN.test(text) ? -1 : undefined;

export const isBecoming = (text: string): boolean => BECAME.test(text);

/** What a person does at the canvas, from gesture or key to the plan and back, without a browser. */

import { describe, expect, test } from 'vitest';
import { fitted, zoomed } from '../../src/canvas/camera.ts';
import { edgeId } from '../../src/canvas/drawing.ts';
import { visibleArea } from '../../src/canvas/plane.ts';
import { WORKBENCH } from '../../src/canvas/workbench.ts';
import type { Plan } from '../../src/plan/document.ts';
import { Desk } from './desk.ts';
import { planOf, refund } from './sample.ts';

/** A chain with a side arm at every call, as large as asked. */
const large = (size: number): Plan =>
  planOf(
    Array.from({ length: size }, (_, i) => ({
      _id: `c${i}`,
      _tool: 'step',
      ...(i > 0 ? { in: `†state.r${(i - 1) >> 1}` } : {}),
      _outputPath: `†state.r${i}`,
    })),
  );

test('what is selected and no longer there is neither counted nor copied', () => {
  const desk = new Desk(refund(), { selection: ['refund'] });
  desk.press('d');
  desk.undo();
  desk.perform({ kind: 'select', calls: [...desk.controller.shows.given.selection, 'ticket'] });
  desk.controller.copied();
  expect(desk.notice).toBe('Copied ticket.');
});

describe('moving', () => {
  test('a drag is one undo step, and pins what the layout had placed', () => {
    const desk = new Desk(refund());
    const before = desk.at('decide');
    const stood = new Map(desk.cards.map(({ id, at }) => [id, at]));
    desk.drag('decide', { x: 40, y: -30 });
    expect(desk.gestures).toEqual(['Move decide']);
    expect(desk.at('decide')).toEqual({ x: before.x + 40, y: before.y - 30 });
    expect(Object.keys(desk.plan.layout ?? {}).sort()).toEqual([...stood.keys()].sort());
    desk.undo();
    expect(desk.plan.layout).toBeUndefined();
    expect(desk.at('decide')).toEqual(before);
  });

  test('all that are selected go along, and the plan hears nothing until the end', () => {
    const desk = new Desk(refund(), { selection: ['refund', 'ticket'] });
    const [refundAt, ticketAt, other] = [desk.at('refund'), desk.at('ticket'), desk.at('answer')];
    const on = { kind: 'card', call: 'ticket' } as const;
    desk.controller.press({ at: ticketAt, on, alt: false });
    desk.controller.drag({ at: { x: ticketAt.x + 7, y: ticketAt.y }, on, alt: false });
    expect(desk.at('refund')).toEqual({ x: refundAt.x + 7, y: refundAt.y });
    expect(desk.at('answer')).toBe(other);
    expect(desk.gestures).toEqual([]);
    desk.controller.release({ at: { x: ticketAt.x + 9, y: ticketAt.y }, on, alt: false });
    expect(desk.gestures).toEqual(['Move 2 calls']);
    expect(desk.at('refund')).toEqual({ x: refundAt.x + 9, y: refundAt.y });
  });

  test('Escape puts the cards back, and the release is nothing then', () => {
    const desk = new Desk(refund(), { selection: ['decide'] });
    const at = desk.at('decide');
    const on = { kind: 'card', call: 'decide' } as const;
    desk.controller.press({ at, on, alt: false });
    desk.controller.drag({ at: { x: at.x + 50, y: at.y }, on, alt: false });
    desk.press('Escape');
    expect(desk.at('decide')).toEqual(at);
    desk.controller.drag({ at: { x: at.x + 60, y: at.y }, on, alt: false });
    desk.controller.release({ at: { x: at.x + 60, y: at.y }, on, alt: false });
    expect(desk.at('decide')).toEqual(at);
    expect(desk.gestures).toEqual([]);
    expect(desk.selection).toEqual(['decide']);
  });

  test('a press that goes nowhere is no step', () => {
    const desk = new Desk(refund());
    desk.drag('decide', { x: 0, y: 0 });
    expect(desk.gestures).toEqual([]);
  });

  test('in a dry run the plan’s cards move, in a run they stay: they are another plan’s', () => {
    const dry = new Desk(refund(), { mode: 'dry-run' });
    dry.drag('decide', { x: 10, y: 0 });
    expect(dry.gestures).toEqual(['Move decide']);
    const run = new Desk(refund(), { mode: 'run' });
    run.drag('decide', { x: 10, y: 0 });
    expect(run.gestures).toEqual([]);
  });
});

describe('duplicating by a drag with Alt', () => {
  test('the cards stay, their copies stand where the pointer let go, selected, as one undo step', () => {
    const desk = new Desk(refund(), { selection: ['history', 'decide'] });
    const at = desk.at('decide');
    desk.drag('decide', { x: 300, y: 200 }, { alt: true });
    expect(desk.gestures).toEqual(['Duplicate 2 calls']);
    expect(desk.selection).toEqual(['history_2', 'decide_2']);
    expect(desk.at('decide')).toEqual(at);
    expect(desk.at('decide_2')).toEqual({ x: Math.round(at.x) + 300, y: Math.round(at.y) + 200 });
    expect(desk.call('decide_2').history).toBe('†state.history_2');
    desk.undo();
    expect(desk.plan.calls).toEqual(refund().calls);
  });

  test('frames show where the copies would come, and Escape takes them away', () => {
    const desk = new Desk(refund());
    const at = desk.at('ticket');
    const on = { kind: 'card', call: 'ticket' } as const;
    desk.controller.press({ at, on, alt: true });
    desk.controller.drag({ at: { x: at.x + 20, y: at.y + 5 }, on, alt: true });
    expect(desk.controller.shows.outlines).toMatchObject([{ x: at.x + 20, y: at.y + 5 }]);
    expect(desk.at('ticket')).toBe(at);
    desk.press('Escape');
    expect(desk.controller.shows.outlines).toEqual([]);
    expect(desk.gestures).toEqual([]);
  });
});

describe('connecting', () => {
  test('from port to port writes the reference', () => {
    const desk = new Desk(refund());
    desk.pull(['history', 'out:0'], ['refund', 'in:reason']);
    expect(desk.call('refund').reason).toBe('†state.history');
    expect(desk.gestures).toEqual(['Connect history to reason of refund']);
    expect(desk.notice).toBe('');
  });

  test.each([
    ['a cycle', 'answer', 'history', 'in:customer', 'answer already waits for history'],
    ['itself', 'decide', 'decide', 'in:history', "decide can't read its own result"],
    ['what it reads already', 'history', 'decide', 'in:history', 'decide reads †state.history there already'],
  ])('%s is refused in words and changes nothing', (_, from, to, port, sentence) => {
    const desk = new Desk(refund());
    desk.pull([from, 'out:0'], [to, port]);
    expect(desk.notice).toContain(sentence);
    expect(desk.gestures).toEqual([]);
    // The next thing that works takes the sentence away.
    desk.pull(['history', 'out:0'], ['refund', 'in:reason']);
    expect(desk.notice).toBe('');
  });

  test('what is no place to read is no connection at all', () => {
    const desk = new Desk(refund());
    desk.pullOn(['history', 'scopes'], { kind: 'card', call: 'refund' });
    expect([desk.notice, desk.gestures, desk.question]).toEqual(['', [], null]);
    const port = (call: string, name: string) => ({ kind: 'port', call, port: name }) as const;
    expect(desk.controller.canConnect(port('history', 'out:0'), port('refund', 'more'))).toBe(false);
    expect(desk.controller.canConnect(port('answer', 'out:0'), port('history', 'in:customer'))).toBe(true);
  });

  test('by keyboard: the call, the result, the parameter; then the keyboard is back at the card', () => {
    const desk = new Desk(refund(), { selection: ['decide'] });
    desk.press('c');
    const offered = desk.controller.shows.question?.choices.map(({ label }) => label);
    // Neither way may close a cycle: it can't read from what waits for it.
    expect(offered).toEqual(['to refund', 'to ticket', 'to answer', 'to the result', 'from history']);
    desk.perform({ kind: 'choose', id: 'to 4' });
    expect(desk.controller.shows.question?.title).toBe('Connect which result of decide?');
    desk.perform({ kind: 'choose', id: '1' });
    desk.perform({ kind: 'choose', id: 'in:body' });
    // It reads already there: what becomes of that is asked.
    desk.choose('Or, as the second choice');
    expect(desk.call('answer').body).toBe('†state.receipt || †state.ticket || †state.error');
    expect(desk.controller.shows.question).toBeNull();
    expect(desk.focused).toEqual(['decide']);
  });

  test('by keyboard, backwards: from the reader to what it reads', () => {
    const desk = new Desk(refund(), { selection: ['refund'] });
    desk.press('c');
    desk.perform({ kind: 'choose', id: 'from 0' });
    desk.perform({ kind: 'choose', id: 'in:reason' });
    expect(desk.call('refund').reason).toBe('†state.history');
    expect(desk.focused).toEqual(['refund']);
  });

  test('it ends when the calls become others under it', () => {
    const desk = new Desk(refund(), { selection: ['answer'] });
    desk.press('c');
    desk.document.actions.edit([{ kind: 'remove-call', id: 'answer' }], { label: 'From elsewhere' });
    desk.give();
    expect(desk.controller.shows.question).toBeNull();
  });
});

describe('what has the ring', () => {
  test('is what a key acts on once it is let go of', () => {
    const desk = new Desk(refund(), { selection: ['decide'] });
    desk.controller.focused('decide');
    desk.press('Escape');
    expect(desk.selection).toEqual([]);
    expect(desk.cards.filter(({ isReached }) => isReached).map(({ id }) => id)).toEqual(['decide']);
    desk.press('ArrowRight');
    expect(desk.selection).toEqual(['refund']);
    desk.perform({ kind: 'let-go' });
    desk.press('o');
    expect(desk.gestures).toEqual(['Switch refund off']);
  });

  test('stands over what was selected elsewhere', () => {
    const desk = new Desk(refund(), { selection: ['history', 'answer'] });
    desk.controller.focused('ticket');
    desk.press('Delete');
    expect(desk.gestures).toEqual(['Remove ticket']);
  });

  test('and no card has it: the selection is meant', () => {
    const desk = new Desk(refund(), { selection: ['refund', 'ticket'] });
    desk.controller.focused(undefined);
    desk.press('Delete');
    expect(desk.gestures).toEqual(['Remove 2 calls']);
  });

  test('of a card that was removed goes to the next call, from the last one to the one before', () => {
    const desk = new Desk(refund(), { selection: ['refund'] });
    desk.press('Delete');
    expect([desk.focused, desk.selection]).toEqual([['ticket'], []]);
    desk.perform({ kind: 'select', calls: ['answer'] });
    desk.perform({ kind: 'remove', calls: ['answer'] });
    expect(desk.focused).toEqual(['ticket', 'ticket']);
    desk.perform({ kind: 'remove', calls: ['history', 'decide', 'ticket'] });
    expect(desk.focused.at(-1)).toBeNull();
  });
});

describe('a key that is pressed before the workbench has come', () => {
  test('is done when it has', () => {
    const desk = new Desk(refund(), { selection: ['refund'], isBare: true });
    desk.press('Delete');
    expect(desk.notice).toBe('What this needs is still on its way.');
    desk.controller.equip(WORKBENCH);
    expect([desk.gestures, desk.notice]).toEqual([['Remove refund'], '']);
  });

  test('is not done of what is selected by then', () => {
    const desk = new Desk(refund(), { selection: ['refund'], isBare: true });
    desk.press('Delete');
    desk.perform({ kind: 'select', calls: ['history'] });
    desk.controller.equip(WORKBENCH);
    expect([desk.gestures, desk.notice]).toEqual([[], '']);
  });

  test('is done where it adds a call, whatever has the keyboard by then', () => {
    const desk = new Desk(refund(), { isBare: true });
    desk.perform({ kind: 'add', tool: 'issueRefund' });
    desk.controller.focused('history');
    desk.controller.equip(WORKBENCH);
    expect(desk.gestures).toEqual(['Add issueRefund']);
  });

  test('is told of where it can’t be had', () => {
    const desk = new Desk(refund(), { selection: ['refund'], isBare: true });
    desk.press('Delete');
    desk.controller.lacks('It is not here.');
    expect(desk.notice).toBe('It is not here.');
    desk.perform({ kind: 'let-go' });
    desk.press('n');
    expect(desk.notice).toBe('It is not here.');
  });
});

describe('the references of a call, by keyboard', () => {
  const edgesAt = (desk: Desk) => [...desk.controller.shows.session.selectedEdges];

  test('are gone along with E, up and down, and each is said', () => {
    const desk = new Desk(refund(), { selection: ['decide'] });
    desk.press('e');
    expect(desk.notice).toBe('decide reads †state.history from history, 1 of 3.');
    const [first] = edgesAt(desk);
    expect(desk.focused).toEqual([first]);
    desk.press('ArrowDown');
    expect(desk.notice).toBe('refund reads †state.allowed.amount from decide, 2 of 3.');
    desk.press('E', { shift: true });
    expect(edgesAt(desk)).toEqual([first]);
  });

  test('Delete removes the one that has the ring, and the call keeps the keyboard', () => {
    const desk = new Desk(refund(), { selection: ['ticket'] });
    desk.press('e');
    desk.press('Delete');
    expect(desk.gestures).toEqual(['Disconnect decide from ticket']);
    expect(desk.focused.at(-1)).toBe('ticket');
    expect(edgesAt(desk)).toEqual([]);
  });

  test('left and right go to its ends, Escape back to the card; from there Delete means the call again', () => {
    const desk = new Desk(refund(), { selection: ['decide'] });
    desk.press('e');
    desk.press('ArrowLeft');
    expect(desk.selection).toEqual(['history']);
    expect(edgesAt(desk)).toEqual([]);
    desk.press('e');
    desk.press('Escape');
    expect([desk.focused.at(-1), desk.selection]).toEqual(['history', ['history']]);
    desk.press('Delete');
    expect(desk.gestures).toEqual(['Remove history']);
  });
});

describe('selecting', () => {
  test('an arrow key goes along, with Shift it adds, and the keyboard goes with it', () => {
    const desk = new Desk(refund(), { selection: ['history'] });
    desk.press('ArrowRight');
    expect(desk.selection).toEqual(['decide']);
    desk.press('Shift+ArrowRight');
    expect(desk.selection).toEqual(['decide', 'refund']);
    expect(desk.focused).toEqual(['decide', 'refund']);
  });

  test('with nothing selected it begins at the first call, which Tab reaches', () => {
    const desk = new Desk(refund());
    expect(desk.cards.filter(({ isReached }) => isReached).map(({ id }) => id)).toEqual(['history']);
    desk.press('ArrowDown');
    expect(desk.selection).toEqual(['history']);
  });

  test('Mod+A selects all, a press on the plane lets go', () => {
    const desk = new Desk(refund());
    desk.press('Mod+a');
    expect(desk.selection).toHaveLength(5);
    expect(desk.cards.every(({ selected }) => selected)).toBe(true);
    desk.pressPlane({ x: 5_000, y: 5_000 });
    expect(desk.selection).toEqual([]);
  });

  test('a selected arrow is what Delete takes away, and the calls stay', () => {
    const desk = new Desk(refund(), { selection: ['decide'] });
    const { scene } = desk.controller.shows;
    const edge = scene.edges.find(({ to }) => scene.nodeIds[to] === 'ticket')!;
    desk.perform({ kind: 'select-edges', edges: [edgeId(scene, edge)] });
    expect(desk.arrows.filter(({ selected }) => selected).map(({ to }) => to)).toEqual(['ticket']);
    desk.press('Delete');
    expect(desk.gestures).toEqual(['Disconnect decide from ticket']);
    expect(desk.plan.calls).toHaveLength(5);
    desk.press('Delete');
    expect(desk.gestures.at(-1)).toBe('Remove decide');
  });

  test('in the picture of a large plan a press picks the call there', () => {
    const desk = new Desk(large(600));
    desk.press('0');
    const { shows } = desk.controller;
    expect([shows.isOverview, shows.isFar, shows.drawing.cards]).toEqual([true, true, []]);
    const at = shows.places[300]!;
    desk.pressPlane({ x: at.x + 5, y: at.y + 5 });
    expect(desk.selection).toEqual(['c300']);
    expect(desk.focused.at(-1)).toBe('c300');
    expect([...shows.picture.selected]).toEqual(['c300']);
  });
});

describe('copying, pasting, adding', () => {
  test('a pasted copy has ids and paths of its own and is selected', () => {
    const desk = new Desk(refund(), { selection: ['history'] });
    const text = desk.controller.copied()!;
    expect(desk.notice).toBe('Copied history.');
    desk.perform({ kind: 'paste', text });
    desk.perform({ kind: 'paste', text });
    expect(desk.plan.calls.slice(-2).map(({ _id, _outputPath }) => [_id, _outputPath])).toEqual([
      ['history_2', '†state.history_2'],
      ['history_3', '†state.history_3'],
    ]);
    expect(desk.selection).toEqual(['history_3']);
    desk.undo();
    expect(desk.plan.calls.at(-1)?._id).toBe('history_2');
  });

  test('what an undo brings back has the keyboard, as it had before', () => {
    const desk = new Desk(refund(), { selection: ['history'] });
    desk.controller.focused('history');
    desk.perform({ kind: 'remove' });
    expect(desk.focused.at(-1)).not.toBe('history');
    desk.perform({ kind: 'follow' });
    desk.undo();
    expect(desk.focused.at(-1)).toBe('history');
  });

  test('a card that has the keyboard is copied, whether or not it is selected', () => {
    const desk = new Desk(refund(), { selection: [] });
    expect(desk.controller.copied()).toBeNull();
    desk.controller.focused('history');
    expect(desk.controller.copied()).toContain('"history"');
  });

  test('what is copied is told, and of what is put in which call it is a copy of, and from where', async () => {
    const desk = new Desk(refund(), { selection: ['history'] });
    const text = desk.controller.copied()!;
    desk.perform({ kind: 'copy' });
    expect(desk.told).toEqual([text, text]);
    desk.perform({ kind: 'paste', text });
    expect(desk.copies).toEqual({ of: { history_2: 'history' }, text });
    desk.perform({ kind: 'duplicate', calls: ['history_2'] });
    // The next key is for the copy: on the original it would remove that.
    expect(desk.focused.at(-1)).toBe('history_2_2');
    expect(desk.copies).toEqual({ of: { history_2_2: 'history_2' } });
    desk.perform({ kind: 'remove' });
    expect(desk.copies).toBeUndefined();
  });

  test('a card says that a stranger wrote its call, to the eye and to who listens', () => {
    const strangers = new Map([['history', { kind: 'pasted', at: 1 } as const]]);
    const desk = new Desk(refund(), { strangers });
    expect(desk.card('history')?.data.stranger).toEqual({ kind: 'pasted', at: 1 });
    expect(desk.card('decide')?.data.stranger).toBeUndefined();
  });

  test('hostile text is refused in words', () => {
    const desk = new Desk(refund());
    desk.perform({ kind: 'paste', text: 'DROP TABLE' });
    expect(desk.notice).toMatch(/^Nothing was pasted: /);
    expect(desk.gestures).toEqual([]);
  });

  test('from the menu the text goes to the clipboard of the page', async () => {
    const desk = new Desk(refund(), { selection: ['ticket'] });
    desk.perform({ kind: 'copy' });
    await Promise.resolve();
    expect(JSON.parse(desk.copied ?? '').calls).toMatchObject([{ _id: 'ticket' }]);
    expect(desk.notice).toBe('Copied ticket.');
  });

  test('a call is added beside the selected one, opened, and the list is gone', () => {
    const desk = new Desk(refund(), { selection: ['decide'] });
    desk.perform({ kind: 'begin-adding' });
    expect(desk.controller.shows.tools?.map(({ id }) => id)).toEqual(['issueRefund']);
    desk.perform({ kind: 'add', tool: 'issueRefund' });
    expect(desk.gestures).toEqual(['Add issueRefund']);
    expect(desk.opened).toEqual(['issueRefund']);
    expect(desk.at('issueRefund').x).toBeGreaterThan(desk.at('decide').x);
    expect(desk.controller.shows.tools).toBeNull();
  });

  test('leaving the list gives the keyboard back, unless it went elsewhere', () => {
    const desk = new Desk(refund());
    desk.perform({ kind: 'begin-adding' });
    desk.perform({ kind: 'cancel-adding', leave: true });
    expect([desk.adding, desk.focused]).toEqual([false, []]);
    desk.perform({ kind: 'cancel-adding' });
    expect(desk.focused).toEqual([null]);
  });
});

describe('a call’s menu', () => {
  test('opens at its card, for all that are selected, and its entries are done', () => {
    const desk = new Desk(refund(), { selection: ['refund', 'ticket'] });
    expect(desk.press('Shift+F10')).toBe(true);
    const { shows } = desk.controller;
    expect(shows.menu).toMatchObject({ name: 'ticket', open: true, at: { x: 22, y: 56 } });
    const remove = shows.offers.flat().find(({ title }) => title === 'Remove 2 calls');
    remove?.run();
    expect(desk.plan.calls.map(({ _id }) => _id)).toEqual(['history', 'decide', 'answer']);
  });

  test('in a run it has what the run offers, and nothing that changes the plan', () => {
    const desk = new Desk(refund(), {
      mode: 'run',
      offersOf: (call) => [{ title: `Run again from ${call}…`, run: () => {} }],
    });
    desk.perform({ kind: 'menu', call: 'decide', at: { x: 1, y: 2 } });
    expect(desk.selection).toEqual(['decide']);
    expect(desk.controller.shows.offers.flat().map(({ title }) => title)).toEqual([
      'Open in the inspector',
      'Run again from decide…',
      'Copy as JSON',
    ]);
    for (const keys of ['Delete', 'd', 'c']) desk.press(keys);
    desk.perform({ kind: 'paste', text: '[{"_tool":"a"}]' });
    expect([desk.gestures, desk.controller.shows.question]).toEqual([[], null]);
  });

  test('a key for it means nothing where no card is drawn', () => {
    expect(new Desk(planOf([])).press('ContextMenu')).toBe(false);
    const far = new Desk(large(600));
    far.press('0');
    expect(far.press('ContextMenu')).toBe(false);
  });
});

describe('what is shown changes where it must, and nowhere else', () => {
  const edit = (desk: Desk, id: string, value: string): void => {
    const path = ['note'];
    const done = desk.document.actions.edit([{ kind: 'set-in-call', id, path, value }], { label: 'Type' });
    if (!done.ok) throw new Error(done.error);
    desk.give();
  };

  test('an edit of one call of thousands changes its card, and no other card and no other arrow', () => {
    const desk = new Desk(large(2_000));
    const id = desk.cards[1]!.id;
    edit(desk, id, 'h');
    const [cards, arrows, picture] = [desk.cards, desk.arrows, desk.controller.shows.picture];
    edit(desk, id, 'he');
    expect(cards.length).toBeGreaterThan(3);
    expect(desk.cards.filter((card) => !cards.includes(card))).toEqual([desk.card(id)]);
    expect(desk.arrows).toBe(arrows);
    expect(desk.controller.shows.picture).toBe(picture);
  });

  test('a reference that is moved changes its own arrow and the two cards it names', () => {
    const desk = new Desk(refund());
    const [cards, arrows] = [desk.cards, desk.arrows];
    desk.document.actions.edit(
      [{ kind: 'set-in-call', id: 'ticket', path: ['about'], value: '†state.history' }],
      { label: 'Type' },
    );
    desk.give();
    expect(desk.cards.filter((card) => !cards.includes(card)).map(({ id }) => id)).toEqual(['ticket']);
    expect(desk.arrows.filter((arrow) => !arrows.includes(arrow)).map(({ from, to }) => [from, to])).toEqual([
      ['history', 'ticket'],
    ]);
  });

  test('a step of a drag makes the card anew that moved, and what it shows is the same', () => {
    const desk = new Desk(refund());
    const before = desk.cards;
    const at = desk.at('refund');
    const on = { kind: 'card', call: 'refund' } as const;
    desk.controller.press({ at, on, alt: false });
    desk.controller.drag({ at: { x: at.x + 21, y: at.y }, on, alt: false });
    const anew = desk.cards.filter((card) => !before.includes(card));
    expect(anew.map(({ id }) => id)).toEqual(['refund']);
    expect(anew[0]?.data).toBe(before.find(({ id }) => id === 'refund')?.data);
  });

  test('a selection changes the cards it takes and leaves, and lights their arrows', () => {
    const desk = new Desk(refund(), { selection: ['history'] });
    const cards = desk.cards;
    desk.perform({ kind: 'select', calls: ['answer'] });
    const anew = desk.cards.filter((card) => !cards.includes(card)).map(({ id }) => id);
    expect(anew).toEqual(['history', 'answer']);
    expect(desk.arrows.filter(({ data }) => data.lit).map(({ to }) => to)).toEqual(['answer', 'answer']);
  });

  test('a pan inside of its window tells nobody; out of it, other cards are drawn', () => {
    const desk = new Desk(large(2_000));
    const size = { width: 1200, height: 800 };
    const { viewport, shows } = { viewport: desk.controller.viewport, shows: desk.controller.shows };
    const { drawing } = shows;
    desk.tells = 0;
    desk.controller.stand({ ...viewport, x: viewport.x - 1 }, size);
    desk.controller.stand({ ...viewport, x: viewport.x - 2 }, size);
    expect([desk.tells, shows.drawing === drawing]).toEqual([0, true]);
    desk.controller.stand({ ...viewport, x: viewport.x - 4_000 }, size);
    expect(desk.tells).toBe(1);
    expect(shows.drawing).not.toBe(drawing);
  });

  test('while a large plan is zoomed its cards are those that were in view; at rest they are those that are', () => {
    const desk = new Desk(large(2_000));
    const size = { width: 1200, height: 800 };
    const { viewport, shows } = { viewport: desk.controller.viewport, shows: desk.controller.shows };
    const drawn = (): string[] => desk.cards.filter(({ isBeyond }) => !isBeyond).map(({ id }) => id);
    const zoom = (by: number) => desk.controller.stand(zoomed(viewport, viewport.zoom * by, size), size);
    const inView = (): string[] => {
      const { index, scene } = shows;
      return index.within(visibleArea(desk.controller.viewport, size)).map((call) => scene.nodeIds[call]!);
    };
    const before = inView();
    zoom(0.9);
    expect(shows.isPictured).toBe(true);
    expect(new Set(drawn())).toEqual(new Set(before));
    desk.tells = 0;
    zoom(0.8);
    zoom(0.4);
    expect([desk.tells, shows.isFar]).toEqual([0, false]);
    expect(new Set(drawn())).toEqual(new Set(before));
    desk.controller.rest();
    expect([desk.tells, shows.isPictured, shows.isFar]).toEqual([1, false, true]);
    expect(inView().length).toBeGreaterThan(before.length);
    expect(drawn()).toEqual(expect.arrayContaining(inView()));
  });

  test('a pan after a zoom shows what comes into view without waiting for rest', () => {
    const desk = new Desk(large(2_000));
    const size = { width: 1200, height: 800 };
    const { viewport, shows } = { viewport: desk.controller.viewport, shows: desk.controller.shows };
    desk.controller.stand({ ...viewport, zoom: viewport.zoom * 0.9 }, size);
    desk.controller.stand({ ...viewport, zoom: viewport.zoom * 0.9, x: viewport.x - 10 }, size);
    expect(shows.isPictured).toBe(false);
  });

  test('all of a small plan stays drawn while it is zoomed', () => {
    const desk = new Desk(refund());
    const { drawing } = desk.controller.shows;
    const { viewport } = desk.controller;
    desk.controller.stand({ ...viewport, zoom: 0.3 }, { width: 1200, height: 800 });
    const { shows } = desk.controller;
    expect([shows.drawing === drawing, shows.isPictured, shows.isFar]).toEqual([true, false, true]);
  });

  test('the same thing given again is nothing new', () => {
    const desk = new Desk(refund());
    const { drawing, picture, offers, outlines } = desk.controller.shows;
    desk.give();
    const now = desk.controller.shows;
    expect(now.drawing).toBe(drawing);
    expect(now.picture).toBe(picture);
    expect(now.offers).toBe(offers);
    expect(now.outlines).toBe(outlines);
  });
});

describe('the view', () => {
  test('a selection made elsewhere is brought into view, one that can be seen is left where it is', () => {
    const desk = new Desk(large(600));
    desk.selection = ['c0'];
    desk.give();
    expect(desk.moves).toEqual([]);
    desk.selection = ['c500'];
    desk.give();
    expect(desk.moves).toHaveLength(1);
    expect(desk.card('c500')).toBeDefined();
  });

  test('a card that gets the keyboard by a key is brought into view, and is not gone to twice', () => {
    const desk = new Desk(refund());
    desk.controller.reveal('answer');
    const { viewport } = desk.controller;
    desk.controller.stand({ ...viewport, x: viewport.x - 9_000 }, { width: 1200, height: 800 });
    const before = desk.moves.length;
    desk.controller.reveal('history');
    expect(desk.moves).toHaveLength(before + 1);
    desk.controller.reveal('history');
    expect(desk.moves).toHaveLength(before + 1);
    desk.controller.reveal('gone');
    expect(desk.moves).toHaveLength(before + 1);
  });

  test('a plan that streams in is followed until the person moves the view', () => {
    const desk = new Desk(planOf([]), { streaming: true });
    const arrive = (count: number): void => {
      const call = refund().calls[count - 1]!;
      desk.document.actions.edit([{ kind: 'add-call', call, at: count - 1 }], { label: 'Draft' });
      desk.give();
    };
    arrive(1);
    arrive(2);
    expect(desk.moves).toHaveLength(2);
    desk.controller.releaseView();
    arrive(3);
    desk.give({ streaming: false });
    expect(desk.moves).toHaveLength(2);
  });

  test('what a draft changes is shown once, when it comes', () => {
    const desk = new Desk(large(600));
    const diff = { added: ['c400'], revised: [], removed: [] };
    desk.give({ diff });
    expect(desk.moves).toHaveLength(1);
    expect(desk.card('c400')?.data.mark).toBe('added');
    desk.give({ diff: { ...diff } });
    expect(desk.moves).toHaveLength(1);
  });

  test('what is removed stays in its place, struck out', () => {
    const plan = refund();
    const ticket = plan.calls[3]!;
    const kept = { ...plan, calls: plan.calls.filter((call) => call !== ticket) };
    const desk = new Desk(kept, { diff: { removed: [ticket], added: [], revised: [] } });
    expect(desk.card('ticket')?.data.mark).toBe('removed');
  });
});

test('a plan that is shown as a whole is so again when a panel takes a part of its surface, one that was moved stays, and so does a card that was pressed', () => {
  const less = { width: 1200, height: 500 };
  const beside = new Desk(large(3));
  beside.resize({ width: 800, height: 800 });
  expect(beside.moves).toEqual([]);
  const [whole, moved] = [new Desk(large(3)), new Desk(large(3))];
  whole.resize(less);
  expect(whole.moves).toEqual([fitted(whole.controller.shows.bounds!, less)]);
  moved.controller.releaseView();
  moved.resize(less);
  expect(moved.moves).toEqual([]);
});

describe('switching off (L-37)', () => {
  test('is one undo step for all that are selected, and the same key switches on again', () => {
    const desk = new Desk(refund(), { selection: ['refund', 'ticket'] });
    const before = desk.plan;
    const offOf = (id: string) => desk.plan.calls.find(({ _id }) => _id === id)?._off;
    desk.press('o');
    expect(desk.gestures).toEqual(['Switch 2 calls off']);
    expect([offOf('refund'), offOf('ticket'), offOf('answer')]).toEqual([true, true, undefined]);
    desk.undo();
    expect(desk.plan).toEqual(before);
    desk.press('o');
    desk.press('o');
    expect(desk.gestures.at(-1)).toBe('Switch 2 calls on');
    expect(desk.plan).toEqual(before);
  });

  test('of some that are off already switches off the rest, and the menu says which way it goes', () => {
    const desk = new Desk(refund(), { selection: ['refund'] });
    desk.press('o');
    expect(desk.gestures).toEqual(['Switch refund off']);
    const says = (selection: readonly string[]) => {
      desk.selection = selection;
      desk.give();
      desk.controller.perform({ kind: 'menu', call: 'refund' });
      return desk.controller.shows.offers.flat().find(({ keys }) => keys === 'O')?.title;
    };
    expect(says(['refund'])).toBe('Switch on');
    expect(says(['refund', 'ticket'])).toBe('Switch 2 calls off');
    desk.press('o');
    expect(desk.gestures.at(-1)).toBe('Switch ticket off');
    expect(desk.plan.calls.filter(({ _off }) => _off).length).toBe(2);
  });
});

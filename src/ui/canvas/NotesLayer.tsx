/** Notes, frames, comments and colours on the canvas. Fetched once a plan has any. */

import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { MessageSquare, Palette, Pencil, Trash2 } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { Pointer } from '../../canvas/gestures/gesture.ts';
import type { DrawnComments } from '../../canvas/notes-drawing.ts';
import type { XY } from '../../canvas/plane.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import { MOST_OF_A_NOTE, type NoteAt, type PlaneNote } from '../../plan/canvas-notes.ts';
import { IconButton } from '../parts/Button.tsx';
import { CommentTools } from './CommentTools.tsx';
import { useShown } from './canvas-context.ts';
import styles from './notes.module.css';
import { onPlane } from './stage.ts';

interface OfNote {
  readonly controller: CanvasController;
  readonly canEdit: boolean;
}

export default function NotesLayer({ controller }: { controller: CanvasController }) {
  const notes = useShown(controller, (shows) => shows.notes);
  const canEdit = useShown(controller, (shows) => shows.mode === 'edit');
  const common = { controller, canEdit };
  if (!notes) return null;
  return (
    <ViewportPortal>
      {notes.colours.map(({ id, rect, colour }) => (
        <div
          key={id}
          className={styles.colour}
          data-colour={colour}
          style={{ ...placed(rect), width: rect.width, height: rect.height }}
        />
      ))}
      {notes.onPlane.map((one) => (
        <OnPlane key={one.at} one={one} {...common} />
      ))}
      {notes.comments.map((one) => (
        <Comments key={one.id} one={one} {...common} />
      ))}
    </ViewportPortal>
  );
}

const placed = ({ x, y }: XY) => ({ transform: `translate(${x}px, ${y}px)` });

const KINDS = { note: 'Note', frame: 'Frame' } as const;
/** One step of an arrow key, in pixels of the plane. */
const STEP = 24;
const ARROWS: Readonly<Record<string, XY>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Five hundred of them are not drawn again because the view moves. */
const OnPlane = memo(function OnPlane(props: OfNote & { readonly one: NoteAt<PlaneNote> }) {
  const { controller, canEdit, one } = props;
  const { at, note } = one;
  const root = useRef<HTMLDivElement>(null);
  const held = useShown(controller, ({ session }) => (session.note?.at === at ? session.note : null));
  const isWritten = held?.isWritten === true && canEdit;
  const { kind, text, colour } = note;
  const write = () => canEdit && controller.perform({ kind: 'at-note', note: { at, isWritten: true } });
  const remove = () => controller.perform({ kind: 'remove-note', note: one });
  const pick = () => controller.perform({ kind: 'begin-colouring', note: one, at: { x: note.x, y: note.y } });
  const done = (isLeft: boolean) => {
    controller.perform({ kind: 'at-note', note: isLeft ? null : { at, isWritten: false } });
    if (!isLeft) root.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== root.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const by = ARROWS[event.key];
    if (by) moveBy(by, event.shiftKey);
    else if (event.key === 'Enter') write();
    else if (/^(Delete|Backspace)$/.test(event.key) && canEdit && !event.repeat) remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const moveBy = (by: XY, isSize: boolean) => {
    if (!canEdit) return;
    const { shows } = controller;
    const within = isSize ? null : shows.session.bench?.withinFrame(shows.view, one);
    if (within) controller.perform({ kind: 'move', ...within, by });
    else controller.perform({ kind: 'resize-note', note: one, by });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's meaning to a note.
    <div
      ref={root}
      role="group"
      aria-label={`${KINDS[kind]}: ${visible(text) || 'no words yet'}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved, written and removed by key.
      tabIndex={0}
      className={`nopan nodrag ${held ? 'nowheel' : ''} ${styles[kind]} ${canEdit ? '' : styles.seen}`}
      data-note={kind}
      data-colour={colour}
      style={{ ...placed(note), width: note.width, '--height': `${note.height}px` } as CSSProperties}
      onFocus={() => {
        if (!isWritten) controller.perform({ kind: 'at-note', note: { at, isWritten: false } });
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!isWritten && !currentTarget.contains(relatedTarget))
          controller.perform({ kind: 'at-note', note: null });
      }}
      onKeyDown={onKeyDown}
    >
      {isWritten ? (
        <Written controller={controller} one={one} onDone={done} />
      ) : (
        <Pulled className={styles.grip} kind="note" note={at} controller={controller} onDoubleClick={write}>
          {visibleLines(text) || <span className={styles.empty}>No words yet</span>}
        </Pulled>
      )}
      {canEdit && !isWritten && (
        <>
          <div className={styles.tools}>
            <IconButton name="Write" onClick={write}>
              <Pencil size={15} aria-hidden />
            </IconButton>
            <IconButton name="Colour" onClick={pick}>
              <Palette size={15} aria-hidden />
            </IconButton>
            <IconButton name={`Remove the ${kind}`} onClick={remove}>
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </div>
          <Pulled className={styles.corner} kind="note-corner" note={at} controller={controller} />
        </>
      )}
    </div>
  );
});

/** The text while it is typed: Escape or a press elsewhere is the end of it; of a title Enter too. */
function Written(props: {
  controller: CanvasController;
  one: NoteAt<PlaneNote>;
  onDone: (isLeft: boolean) => void;
}) {
  const { controller, onDone } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  // Another tab may put another note in its place meanwhile.
  const [begun] = useState({ one: props.one, plan: controller.shows.given.plan.id });
  const { kind } = begun.one.note;
  const [words, setWords] = useState(begun.one.note.text);
  const keep = useRef(() => {});
  const leave = useRef(true);
  keep.current = () => {
    if (controller.shows.given.plan.id === begun.plan)
      controller.perform({ kind: 'write-note', note: begun.one, text: words, leave: leave.current });
  };
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    // However it ends – a field that goes away is not blurred –, what was typed stands.
    return () => keep.current();
  }, []);
  return (
    <textarea
      ref={field}
      className={`nowheel ${styles.text}`}
      aria-label={kind === 'note' ? 'What the note says' : 'The title of the frame'}
      value={words}
      maxLength={MOST_OF_A_NOTE}
      rows={1}
      onChange={({ target }) => setWords(target.value)}
      onBlur={() => onDone(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isEnter = event.key === 'Enter' && (kind === 'frame' || event.ctrlKey || event.metaKey);
        if (event.key !== 'Escape' && !isEnter) return;
        event.preventDefault();
        leave.current = false;
        onDone(false);
      }}
    />
  );
}

/** A press there drags the note, or its corner: with a mouse, a finger, a pen. */
function Pulled(props: {
  controller: CanvasController;
  kind: 'note' | 'note-corner';
  note: number;
  className: string | undefined;
  children?: ReactNode;
  onDoubleClick?: () => void;
}) {
  const { controller, kind, note, className, children, onDoubleClick } = props;
  const store = useStoreApi();
  const isDown = useRef(false);
  const pointer = ({ clientX, clientY, altKey }: PointerEvent): Pointer => ({
    at: onPlane(store, { x: clientX, y: clientY }),
    on: { kind, note },
    alt: altKey,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys and Enter do the same on the note.
    <div
      className={className}
      onDoubleClick={onDoubleClick}
      onPointerDown={(event) => {
        if (event.button !== 0 || controller.shows.mode !== 'edit') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        isDown.current = true;
        controller.press(pointer(event));
      }}
      onPointerMove={(event) => {
        if (isDown.current) controller.drag(pointer(event));
      }}
      onPointerUp={(event) => {
        if (isDown.current) controller.release(pointer(event));
        isDown.current = false;
      }}
      onPointerCancel={() => {
        isDown.current = false;
        controller.perform({ kind: 'escape' });
      }}
    >
      {children}
    </div>
  );
}

/** Where what was said has room: else it could begin beyond the edge of the canvas, and nothing scrolls there. */
const roomAt = (button: HTMLElement): 'above' | 'below' => {
  const top = button.closest('.react-flow')?.getBoundingClientRect().top ?? 0;
  return button.getBoundingClientRect().top - top > MOST_HIGH ? 'above' : 'below';
};
/** As the style has it, with the gap. */
const MOST_HIGH = 300;

/** What was said of a call, over its card. */
function Comments({ controller, canEdit, one }: OfNote & { readonly one: DrawnComments }) {
  const [open, setOpen] = useState<'above' | 'below'>();
  const { call, at, comments } = one;
  const [first] = comments;
  const words = visible(first?.note.text ?? '');
  const count = comments.length === 1 ? 'Comment' : `${comments.length} comments`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in it closes it.
    <div
      className={`nopan nodrag nowheel ${styles.comments}`}
      style={placed(at)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(undefined);
      }}
    >
      {open && (
        <div className={`float ${styles.said} ${styles[open]}`}>
          {comments.map((note) => (
            <div key={note.at} className={styles.comment}>
              <p>{visibleLines(note.note.text)}</p>
              {canEdit && <CommentTools controller={controller} comment={note} />}
            </div>
          ))}
        </div>
      )}
      <button
        type="button"
        aria-expanded={open !== undefined}
        aria-label={`${count} on ${visible(call)}: ${words}`}
        onClick={({ currentTarget }) => setOpen(open ? undefined : roomAt(currentTarget))}
      >
        <MessageSquare size={14} aria-hidden />
        <span className="clip">{words}</span>
        {comments.length > 1 && <span>{comments.length}</span>}
      </button>
    </div>
  );
}

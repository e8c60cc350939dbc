/** The open row of the list: what its call is for, each reference at both its ends, and what can be done with it. */

import { Cable, Ellipsis, Unplug } from 'lucide-react';
import { Suspense, useId } from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { OutlineReference } from '../../canvas/outline-row.ts';
import { visible } from '../../lib/visible-text.ts';
import type { CallComment, NoteAt } from '../../plan/canvas-notes.ts';
import { CommentTools } from '../canvas/CommentTools.tsx';
import { hueClass } from '../canvas/Pills.tsx';
import { Button, IconButton } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import styles from './outline.module.css';

const CardValue = late(() => import('../live/CardValue.tsx'));

interface References {
  readonly said: readonly NoteAt<CallComment>[];
  readonly reads: readonly OutlineReference[];
  readonly readers: readonly OutlineReference[];
}

/** Pixels; the style sheet draws exactly these. */
const ACTIONS = 40;
const DESCRIPTION = 40;
const TITLE = 22;
const LINE = 30;
const COMMENT = 44;
/** References of one kind that are named; the drawing has the others, and `E` goes along all of them. */
const SHOWN = 12;

/** The first rows of what it comes to, as on a card: on a phone they are seen nowhere else beside the plan. */
const VALUE = 104;

/**
 * What an open row takes beyond a closed one, in pixels: known before it is drawn.
 * @param hasRoom for what it comes to, whether or not that has come
 */
export function openHeight(
  { said, reads, readers }: References,
  isDescribed: boolean,
  hasRoom: boolean,
): number {
  const group = (all: readonly unknown[], line = LINE) =>
    all.length === 0 ? 0 : TITLE + Math.min(all.length, SHOWN) * line + (all.length > SHOWN ? TITLE : 0);
  const fixed = ACTIONS + (isDescribed ? DESCRIPTION : 0) + (hasRoom ? VALUE : 0);
  return fixed + group(said, COMMENT) + group(reads) + group(readers);
}

interface OpenRowProps extends References {
  readonly controller: CanvasController;
  readonly id: string;
  readonly description: string;
  readonly canEdit: boolean;
  readonly hasRoom: boolean;
}

export function OpenRow(props: OpenRowProps) {
  const { controller, id, said, reads, readers, description, canEdit, hasRoom } = props;
  const labelId = useId();
  const group = { controller, canEdit };
  return (
    <div className={styles.open}>
      {description === '' ? null : (
        <p className={styles.description} dir="auto">
          {visible(description)}
        </p>
      )}
      {hasRoom ? (
        <div className={styles.came}>
          <Suspense fallback={null}>
            <CardValue id={id} labelId={labelId} />
          </Suspense>
        </div>
      ) : null}
      <Comments {...group} said={said} />
      <Group {...group} title="Reads" way="from" references={reads} />
      <Group {...group} title="Read by" way="by" references={readers} />
      <div className={styles.actions}>
        <Button onClick={() => controller.perform({ kind: 'open', call: id })}>Open</Button>
        {canEdit ? (
          <Button onClick={() => controller.perform({ kind: 'begin-connecting', call: id })}>
            <Cable size={14} aria-hidden /> Connect…
          </Button>
        ) : null}
        <Button
          tone="quiet"
          aria-haspopup="menu"
          onClick={() => controller.perform({ kind: 'menu', call: id })}
        >
          <Ellipsis size={15} aria-hidden /> More
        </Button>
      </div>
    </div>
  );
}

function Comments(props: Pick<OpenRowProps, 'controller' | 'canEdit' | 'said'>) {
  const { controller, canEdit, said } = props;
  if (said.length === 0) return null;
  return (
    <>
      <h3 className={`small ${styles.title}`}>Comments</h3>
      <ul aria-label="Comments">
        {said.slice(0, SHOWN).map((comment) => (
          <li key={comment.at} className={styles.comment}>
            <p dir="auto" title={visible(comment.note.text)}>
              {visible(comment.note.text)}
            </p>
            {canEdit ? <CommentTools controller={controller} comment={comment} /> : null}
          </li>
        ))}
      </ul>
      <Rest of={said} />
    </>
  );
}

function Rest({ of: all }: { of: readonly unknown[] }) {
  const rest = all.length - SHOWN;
  return rest > 0 ? <p className={`small ${styles.title}`}>and {rest.toLocaleString('en')} more</p> : null;
}

interface GroupProps {
  readonly controller: CanvasController;
  readonly canEdit: boolean;
  readonly title: string;
  readonly way: 'from' | 'by';
  readonly references: readonly OutlineReference[];
}

function Group({ controller, canEdit, title, way, references }: GroupProps) {
  if (references.length === 0) return null;
  return (
    <>
      <h3 className={`small ${styles.title}`}>{title}</h3>
      <ul aria-label={title}>
        {references.slice(0, SHOWN).map((one) => (
          <li key={one.edge} className={styles.reference}>
            <button
              type="button"
              className={`clip ${styles.go}`}
              onClick={() => controller.perform({ kind: 'pick', call: one.other })}
            >
              <code className={`${hueClass(one.hue)} ${styles.path}`}>{visible(one.path)}</code>
              {one.branch === undefined ? null : <span>{visible(one.branch)} </span>}
              <span>{visible(`${way} ${one.row.toLocaleString('en')} ${one.title}, as ${one.as}`)}</span>
            </button>
            {canEdit ? (
              <IconButton
                name={`Remove the reference ${visible(one.path)} ${way} ${visible(one.title)}`}
                hint="Remove this reference"
                onClick={() => {
                  controller.perform({ kind: 'select-edges', edges: [one.edge] });
                  controller.perform({ kind: 'remove' });
                }}
              >
                <Unplug size={14} aria-hidden />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      <Rest of={references} />
    </>
  );
}

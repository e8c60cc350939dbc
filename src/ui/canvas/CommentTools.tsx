/** What can be done with a comment on a call: asked for as a change, written anew, removed. */

import { MessageSquareShare, Pencil, Trash2 } from 'lucide-react';
import type { CanvasController } from '../../canvas/controller.ts';
import { visibleLines } from '../../lib/visible-text.ts';
import type { CallComment, NoteAt } from '../../plan/canvas-notes.ts';
import { IconButton } from '../parts/Button.tsx';
import { useShown } from './canvas-context.ts';

interface CommentToolsProps {
  readonly controller: CanvasController;
  readonly comment: NoteAt<CallComment>;
}

export function CommentTools({ controller, comment }: CommentToolsProps) {
  const onAsk = useShown(controller, ({ given }) => given.onAsk);
  const { call, text } = comment.note;
  return (
    <>
      {onAsk && (
        <IconButton
          name="Ask for this change"
          hint="Into the conversation’s box, with this call selected; nothing is sent"
          onClick={() => onAsk(call, visibleLines(text))}
        >
          <MessageSquareShare size={15} aria-hidden />
        </IconButton>
      )}
      <IconButton
        name="Write the comment anew"
        onClick={() => controller.perform({ kind: 'begin-commenting', call, note: comment })}
      >
        <Pencil size={15} aria-hidden />
      </IconButton>
      <IconButton
        name="Remove the comment"
        onClick={() => controller.perform({ kind: 'remove-note', note: comment })}
      >
        <Trash2 size={15} aria-hidden />
      </IconButton>
    </>
  );
}

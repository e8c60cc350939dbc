/** The conversation about the plan on the table: a panel in the rail's place, or one line below the canvas; never over it. */

import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { act } from '../actions/actions.ts';
import { focusCanvas } from '../frame/focus.ts';
import { IconButton } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import styles from './Conversation.module.css';
import { GoalBox } from './GoalBox.tsx';

/** Where the panel stands below the canvas, as a sheet that takes its height; Conversation.module.css says the same width. */
const isSheet = (): boolean => matchMedia('(max-width: 1000px)').matches;

/** @param withThread whether what was said may stand above the box yet */
export function Conversation({ withThread }: { withThread: boolean }) {
  const services = useServices();
  const open = useSession((state) => state.talkOpen && !state.plansOpen);
  return (
    // The box is the same one in both: what has the keyboard keeps it.
    <section className={styles.talk} aria-label="Conversation" data-open={open}>
      <div className={styles.head}>
        {open ? <h2>Conversation</h2> : null}
        <IconButton
          name={open ? 'Fold the conversation' : 'Unfold the conversation'}
          aria-expanded={open}
          onClick={() => act('conversation', services)}
        >
          {open ? <ChevronsDownUp size={15} aria-hidden /> : <ChevronsUpDown size={15} aria-hidden />}
        </IconButton>
      </div>
      <GoalBox
        place={open ? 'panel' : 'line'}
        withThread={withThread}
        onEscape={() => {
          // A sheet has taken half of the drawing: the same key gives it back.
          if (open && isSheet()) services.session.actions.set({ talkOpen: false });
          focusCanvas();
        }}
      />
    </section>
  );
}

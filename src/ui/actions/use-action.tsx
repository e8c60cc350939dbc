/** An action as a component shows it: its words, whether it is possible now, and doing it. */

import type { ComponentProps, ReactNode } from 'react';
import { isMac, printKeys } from '../frame/keys.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { useDocument, useRuns, useServices, useSession } from '../services.ts';
import type { Action } from './action.ts';
import { ACTIONS, type ActionId, act } from './actions.ts';
import type { WhyNot } from './when.ts';

export interface Shown {
  /** As there is room for it on a button. */
  readonly name: string;
  /** Its whole name and its shortcut, or why it can't be done now. */
  readonly tip: string;
  readonly whyNot: WhyNot;
  readonly run: () => void;
}

/** Its row comes with the rules, and a card may be looked at before. */
const COMING: Pick<Action, 'title' | 'short' | 'keys' | 'whyNot'> = {
  title: 'Not here yet',
  whyNot: () => 'This is still being fetched.',
};

const rowOf = (id: ActionId) => ACTIONS.get(id) ?? COMING;

/** Drawn again only when the action becomes possible, or is no longer, or for another reason. */
export function useAction(id: ActionId): Shown {
  const services = useServices();
  const { title, short = title, keys } = rowOf(id);
  const why = () => rowOf(id).whyNot(services);
  useDocument(why);
  useSession(why);
  const reason = useRuns(why);
  const tip = reason ?? (keys === undefined ? title : `${title} (${printKeys(keys, isMac())})`);
  return { name: short, tip, whyNot: reason, run: () => act(id, services) };
}

interface ActionButtonProps {
  readonly id: ActionId;
  /** Where the button says something else than the table: what is undone, which way it folds. */
  readonly name?: string;
  readonly tip?: string | undefined;
}

/** A button of an action, with its name. */
export function ActionButton({
  id,
  name,
  tip,
  tone = 'quiet',
}: ActionButtonProps & Pick<ComponentProps<typeof Button>, 'tone'>) {
  const action = useAction(id);
  return (
    <Button
      tone={tone}
      data-tip={tip ?? (action.tip === (name ?? action.name) ? undefined : action.tip)}
      disabled={action.whyNot !== null}
      onClick={action.run}
    >
      {name ?? action.name}
    </Button>
  );
}

/** A button of an action, with an icon. */
export function ActionIcon({
  id,
  name,
  tip,
  children,
  ...rest
}: ActionButtonProps & { children: ReactNode; 'aria-expanded'?: boolean }) {
  const action = useAction(id);
  return (
    <IconButton
      name={name ?? action.name}
      hint={action.whyNot ?? tip ?? action.tip}
      disabled={action.whyNot !== null}
      onClick={action.run}
      {...rest}
    >
      {children}
    </IconButton>
  );
}

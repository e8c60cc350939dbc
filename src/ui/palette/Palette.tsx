/** Every action by name, with its shortcut; what begins with a slash is a literal command. */

import { Command as Cmdk, defaultFilter } from 'cmdk';
import { useState } from 'react';
import { isMac, printKeys } from '../frame/keys.ts';
import { Modal } from '../parts/Modal.tsx';
import { type Command, useLibrary, useServices } from '../services.ts';
import styles from './Palette.module.css';
import { PlanCommandLine } from './PlanCommandLine.tsx';
import { rankOf } from './rank.ts';

const SECTIONS = ['Plan', 'Run', 'Edit', 'View', 'Open'] as const;

export default function Palette({ onClose }: { onClose: () => void }) {
  const { commands, plans, running } = useServices();
  const kept = useLibrary((state) => state.plans);
  const examples = useLibrary((state) => state.examples);
  const mac = isMac();
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<readonly string[]>([]);
  const literal = typed.trimStart().startsWith('/');
  const type = (text: string) => {
    setTyped(text);
    setAnswer([]);
  };
  const carryOut = async (text: string) => setAnswer(await running.planCommand(text));

  /** The palette closes first: an action may open another dialog in its place. */
  const choose = (action: () => void) => () => {
    onClose();
    action();
  };

  return (
    <Modal title="Command palette" onClose={onClose} bare>
      <Cmdk label="Command palette" className={styles.palette} loop shouldFilter={!literal} filter={rank}>
        <Cmdk.Input
          data-first
          className={styles.input}
          placeholder="What do you want to do?"
          value={typed}
          onValueChange={type}
        />
        <Cmdk.List className={styles.list}>
          {literal ? (
            <PlanCommandLine typed={typed} onType={type} onCarryOut={(text) => void carryOut(text)} />
          ) : (
            <>
              <Cmdk.Empty className={styles.empty}>Nothing is called that. Try a shorter word.</Cmdk.Empty>
              {SECTIONS.map((section) => (
                <Cmdk.Group key={section} heading={section} className={styles.group}>
                  {commands
                    .filter((command) => command.section === section && command.id !== 'palette')
                    .map((command) => (
                      <CommandItem
                        key={command.id}
                        command={command}
                        mac={mac}
                        onSelect={choose(command.run)}
                      />
                    ))}
                </Cmdk.Group>
              ))}
              <Cmdk.Group heading="Plans" className={styles.group}>
                {kept.map((plan) => (
                  <Cmdk.Item
                    key={plan.id}
                    value={`Open ${plan.title} ${plan.id}`}
                    className={styles.item}
                    onSelect={choose(() => plans.openPlan(plan.id))}
                  >
                    Open {plan.title}
                  </Cmdk.Item>
                ))}
              </Cmdk.Group>
              <Cmdk.Group heading="Examples" className={styles.group}>
                {examples.map((example) => (
                  <Cmdk.Item
                    key={example.id}
                    value={`Example ${example.title}`}
                    className={styles.item}
                    onSelect={choose(() => plans.openExample(example))}
                  >
                    Open the example {example.title}
                  </Cmdk.Item>
                ))}
              </Cmdk.Group>
            </>
          )}
        </Cmdk.List>
        {/* Beside the list: a list of options has nothing but options in it. */}
        {literal ? (
          <div role="status" className={styles.answer}>
            {answer.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ) : null}
      </Cmdk>
    </Modal>
  );
}

const rank = (name: string, search: string, keywords?: string[]): number =>
  rankOf(name, search, defaultFilter(name, search, keywords));

function CommandItem({ command, mac, onSelect }: { command: Command; mac: boolean; onSelect: () => void }) {
  return (
    <Cmdk.Item
      value={command.title}
      className={styles.item}
      disabled={!command.isEnabled()}
      onSelect={onSelect}
    >
      {command.title}
      {command.keys ? <kbd className={styles.keys}>{printKeys(command.keys, mac)}</kbd> : null}
    </Cmdk.Item>
  );
}

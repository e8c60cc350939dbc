/** The tools that something may use by itself, chosen by title (L-56, L-64): each that is on the list, and a field that offers the others. */

import { X } from 'lucide-react';
import { useState } from 'react';
import type { Json } from '../../lib/json.ts';
import { AGENT } from '../../tools/agent.ts';
import { effectOf } from '../../tools/catalogue.ts';
import { titleOf } from '../../tools/titles.ts';
import { IconButton } from '../parts/Button.tsx';
import { useDocument } from '../services.ts';
import { EFFECT } from '../words.ts';
import { Combobox } from './Combobox.tsx';
import styles from './form.module.css';
import type { InputState } from './inputs.tsx';
import { type Offer, offersFor } from './known-data.ts';

interface ToolsInputProps {
  input: InputState;
  /** Names, whether or not there are such tools. */
  value: readonly string[];
  onChange: (value: Json) => void;
}

export function ToolsInput({ input, value, onChange }: ToolsInputProps) {
  const catalogue = useDocument((state) => state.catalogue);
  const [text, setText] = useState('');
  const title = (name: string) => titleOf(catalogue.get(name), name);
  const add = (name: string) => {
    setText('');
    onChange([...value, name]);
  };
  const others = catalogue
    .list()
    // An agent calls no agent (L-56).
    .filter(({ name }) => name !== AGENT && !value.includes(name))
    .map((contract): Offer => {
      const effect = effectOf(contract);
      const about = effect === 'none' ? {} : { about: EFFECT[effect] };
      return { value: contract.name, text: title(contract.name), ...about, take: () => add(contract.name) };
    })
    .sort((one, other) => one.text.localeCompare(other.text));
  return (
    <>
      {value.length === 0 ? null : (
        <ul className={styles.tools}>
          {[...new Set(value)].map((name) => (
            <li key={name}>
              <bdi>{title(name)}</bdi>
              {catalogue.get(name) === undefined ? <span className="small fault">not known</span> : null}
              <IconButton
                name={`Take ${title(name)} away`}
                onClick={() => {
                  // The button goes with its tool: the keyboard stays in the list.
                  document.getElementById(input.id)?.focus();
                  onChange(value.filter((one) => one !== name));
                }}
              >
                <X size={13} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        {...input}
        text={text}
        onText={setText}
        onLeave={() => setText('')}
        complete={(typed) => ({ ...offersFor(others, typed), from: 0, to: typed.length })}
        listed="Tools"
        placeholder="Add a tool…"
        opensOnClick
      />
    </>
  );
}

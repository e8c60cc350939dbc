/** An expression as it is written: paths are offered for the word under the caret, then the fields of what stands there. */

import { Combobox, type Completion } from './Combobox.tsx';
import { completePath, fieldUnder } from './complete-path.ts';
import styles from './form.module.css';
import type { KnownPaths, Offer } from './known-data.ts';

interface ReferenceInputProps {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  value: string;
  onChange: (value: string | undefined) => void;
  paths: readonly string[];
  known?: KnownPaths | undefined;
  /** Takes the focus when it appears: the person has just asked for it. */
  eager?: boolean;
}

export function ReferenceInput({ value, onChange, paths, known, ...rest }: ReferenceInputProps) {
  return (
    <Combobox
      {...rest}
      listed="Paths"
      text={value}
      className={`${styles.input} ${styles.reference}`}
      complete={(text, caret) => complete(text, caret, paths, known)}
      onText={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}

function complete(
  text: string,
  caret: number,
  paths: readonly string[],
  known: KnownPaths | undefined,
): Completion | Promise<Completion> {
  const { from, to, offers } = completePath(text, caret, paths);
  const written = offers.map((path): Offer => {
    const about = known?.typeOf(path);
    return { value: path, text: path, ...(about === undefined ? {} : { about }) };
  });
  const under = fieldUnder(text.slice(from, caret));
  if (known === undefined || under === undefined) return { from, to, offers: written };
  return known.fieldsBelow(under.path).then((fields) => {
    const wanted = under.name.toLowerCase();
    const isThere = fields.some((field) => field.text === text.slice(from, to));
    const fitting = fields.filter((field) =>
      field.text
        .slice(under.path.length + 1)
        .toLowerCase()
        .includes(wanted),
    );
    const listed = new Set(fitting.map((field) => field.text));
    const others = written.filter((path) => !listed.has(path.text));
    return { from, to, offers: isThere ? [] : [...fitting, ...others].slice(0, MOST) };
  });
}

const MOST = 50;

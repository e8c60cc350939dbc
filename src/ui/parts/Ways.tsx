/** The ways something can be looked at, of which one is pressed. */

import styles from './Ways.module.css';

interface WaysProps<Way extends string> {
  readonly legend: string;
  readonly ways: readonly Way[];
  readonly words: Readonly<Record<Way, string>>;
  readonly way: Way;
  readonly onChoose: (way: Way) => void;
}

export function Ways<Way extends string>({ legend, ways, words, way, onChoose }: WaysProps<Way>) {
  return (
    <fieldset className={styles.ways}>
      <legend>{legend}</legend>
      {ways.map((one) => (
        <button key={one} type="button" aria-pressed={one === way} onClick={() => onChoose(one)}>
          {words[one]}
        </button>
      ))}
    </fieldset>
  );
}

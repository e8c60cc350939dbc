/**
 * A component whose code is fetched when it is first drawn. Where that fails, a sentence stands in its place and a way
 * on: React alone would take the whole screen away and never ask again. Whoever draws it says what stands there
 * meanwhile, with Suspense.
 */

import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './Empty.module.css';
import { loaded, NOT_LOADED, NotLoaded } from './not-loaded.ts';

type Drawn = (props: never) => ReactNode;
type PropsOf<Part extends Drawn> = Parameters<Part> extends [infer Props extends object] ? Props : object;

interface Told {
  /** Takes the sentence where there is no place for it to stand in, as for a dialog. */
  readonly onNotLoaded?: (sentence: string) => void;
}

type Late<Props> = ComponentType<Props & Told> & {
  /** Fetches its code before it is drawn; drawn then, it stands there at once. Never rejects: whoever draws it is told. */
  ahead(): Promise<void>;
};

/** @param load imports its file; called again after it has failed */
export function late<Part extends Drawn>(
  load: () => Promise<{ readonly default: Part }>,
): Late<PropsOf<Part>> {
  type Shown = ComponentType<PropsOf<Part>>;
  const fetch = async () => ({ default: (await loaded(load())).default as unknown as Shown });
  let now: Shown = lazy(fetch);
  function Late({ onNotLoaded, ...props }: PropsOf<Part> & Told) {
    // One and the same for as long as it stands there.
    const [Shown, show] = useState(() => now);
    const again = () => {
      now = lazy(fetch);
      show(() => now);
    };
    return (
      <LoadFault again={again} {...(onNotLoaded ? { onNotLoaded } : {})}>
        <Shown {...(props as unknown as PropsOf<Part>)} />
      </LoadFault>
    );
  }
  const ahead = async (): Promise<void> => {
    try {
      // React waits with what is lazy, be its code here or not; this it draws like anything else.
      now = (await fetch()).default;
    } catch {
      // Asked again when it is drawn.
    }
  };
  return Object.assign(Late, { ahead });
}

interface FaultProps extends Told {
  readonly children: ReactNode;
  /** Readies another attempt. */
  readonly again: () => void;
}

class LoadFault extends Component<FaultProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof NotLoaded)) return;
    const { onNotLoaded, again } = this.props;
    if (!onNotLoaded) return;
    again();
    onNotLoaded(error.message);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // A defect of the part itself is not this one's to tell of.
    if (!(error instanceof NotLoaded)) throw error;
    if (this.props.onNotLoaded) return null;
    return (
      <div role="alert" className={styles.missing}>
        <p>{NOT_LOADED}</p>
        <Button
          onClick={() => {
            this.props.again();
            this.setState({ error: null });
          }}
        >
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </div>
    );
  }
}

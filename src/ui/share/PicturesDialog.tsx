/** The plan as something to show: a picture, sentences, Mermaid. All of it is made here and goes nowhere by itself. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { planInWords } from '../../canvas/in-words.ts';
import { mermaidOf } from '../../canvas/mermaid.ts';
import { pictureOf } from '../../canvas/picture.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Ways } from '../parts/Ways.tsx';
import { useDocument, useServices } from '../services.ts';
import { pngOf } from '../values/chart-picture.ts';
import { counted } from '../words.ts';
import styles from './pictures.module.css';

const WAYS = ['picture', 'words', 'mermaid'] as const;
type Way = (typeof WAYS)[number];
const WORDS: Readonly<Record<Way, string>> = { picture: 'Picture', words: 'Words', mermaid: 'Mermaid' };

const TYPES = { svg: 'image/svg+xml', png: 'image/png', txt: 'text/plain', mmd: 'text/plain' } as const;

/** More calls than this are drawn when they are saved: shown so small, nothing could be read of them. */
const SHOWN_AT_MOST = 1_000;

export default function PicturesDialog({ onClose }: { onClose: () => void }) {
  const { values, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const [way, setWay] = useState<Way>('picture');
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const name = plan.title ?? 'plan';
  const isShown = way !== 'picture' || plan.calls.length <= SHOWN_AT_MOST;
  /** What is shown; nothing while that would be a picture that is not shown. */
  const made = useMemo(() => {
    if (way === 'words') return planInWords(plan, catalogue).join('\n');
    if (way === 'mermaid') return mermaidOf(plan, catalogue);
    return isShown ? pictureOf(plan, catalogue) : '';
  }, [way, isShown, plan, catalogue]);

  const save = async (as: 'svg' | 'png' | 'txt' | 'mmd'): Promise<void> => {
    // A picture that is not shown is made now.
    const content = made || pictureOf(plan, catalogue);
    (await values()).saveFile(`${name}.${as}`, as === 'png' ? await pngOf(content) : content, TYPES[as]);
  };
  const press = (as: Parameters<typeof save>[0]) => () => void save(as).catch(session.actions.tellFault);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(made);
      setCopied(true);
    } catch {
      // Without leave to write the clipboard, the selected text is one key press away.
      field.current?.select();
    }
  };

  return (
    <Modal
      title="The plan to show"
      size="large"
      onClose={onClose}
      foot={
        way === 'picture' ? (
          <>
            <Button onClick={press('png')}>Save PNG</Button>
            <Button tone="primary" onClick={press('svg')}>
              Save SVG
            </Button>
          </>
        ) : (
          <>
            <Button onClick={press(way === 'words' ? 'txt' : 'mmd')}>Save as a file</Button>
            <Button tone="primary" onClick={() => void copy()}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          </>
        )
      }
    >
      <Ways
        legend="Show it as"
        ways={WAYS}
        words={WORDS}
        way={way}
        onChoose={(next) => {
          setWay(next);
          setCopied(false);
        }}
      />
      {way === 'picture' && isShown ? <Picture name={name} svg={made} /> : null}
      {isShown ? null : (
        <p className="lead">
          {counted(plan.calls.length, 'call')} are more than can be read here. The picture is made when you
          save it.
        </p>
      )}
      {way === 'picture' ? null : (
        <textarea
          ref={field}
          className={styles.text}
          aria-label={`The plan as ${WORDS[way]}`}
          readOnly
          rows={18}
          value={made}
        />
      )}
    </Modal>
  );
}

/** As an image: nothing in it is part of this page. */
function Picture({ svg, name }: { svg: string; name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return url === null ? null : <img className={styles.picture} src={url} alt={`The plan ${name}, drawn`} />;
}

/** The link that carries the whole plan. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { hasTests } from '../../plan/plan-tests.ts';
import { talkToSend } from '../../plan/talk-notes.ts';
import { act } from '../actions/actions.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted, fileSize } from '../words.ts';
import styles from './share.module.css';

export default function ShareDialog({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const { plans } = services;
  const isTested = useDocument((state) => hasTests(state.plan));
  const talk = useDocument((state) => state.talk);
  const { length: lines } = useMemo(() => talkToSend(talk), [talk]);
  const [withTalk, setWithTalk] = useState(false);
  const [link, setLink] = useState('');
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    let shown = true;
    // The link of before must not be copied for the one that is asked for.
    setLink('');
    setCopied(false);
    void plans.shareLink({ withTalk }).then((made) => {
      if (shown) setLink(made);
    });
    return () => {
      shown = false;
    };
  }, [plans, withTalk]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Without leave to write the clipboard, the selected text is one key press away.
      field.current?.select();
    }
  };

  return (
    <Modal
      title="Share as a link"
      onClose={onClose}
      foot={
        <>
          <Button
            tone="quiet"
            title="A picture, sentences, Mermaid"
            onClick={() => act('pictures', services)}
          >
            Show it otherwise
          </Button>
          <Button onClick={() => plans.exportPlan({ withTalk })}>Save as a file instead</Button>
          <Button data-first tone="primary" disabled={link === ''} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        </>
      }
    >
      <p className="lead">
        The whole plan is in the link, behind the # sign, where no server sees it. Whoever opens it sees the
        plan checked; nothing runs until they approve it. Your input, files, keys and runs are not in it
        {isTested ? ', but for the values that its tests hold: see Tests, under Problems' : ''}.
      </p>
      {lines > 0 ? (
        <label className={styles.along}>
          <input type="checkbox" checked={withTalk} onChange={(event) => setWithTalk(event.target.checked)} />
          <span>
            Send the conversation along
            <span className="small">
              {' '}
              – {counted(lines, 'line')}, in the link and in the file: what was said and answered, which may
              name what is in your files. It is never signed.
            </span>
          </span>
        </label>
      ) : null}
      <textarea
        ref={field}
        className={styles.link}
        aria-label="Link"
        readOnly
        rows={4}
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <p className={`small ${styles.size}`} role="status">
        {link === ''
          ? 'Packing…'
          : `${fileSize(link.length)}${link.length > 8000 ? ' – some chat programs cut links this long; a file is safer.' : ''}`}
      </p>
    </Modal>
  );
}

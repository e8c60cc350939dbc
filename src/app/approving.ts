/** A person's approvals: signed, kept as receipts on this device, asked for where there is none, taken back (L-74). */

import type { Part } from '../flows/flows-of.ts';
import type { Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Origin } from '../plan/origin.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { createDocumentStore, type DocumentStore } from '../stores/document.ts';
import type { Approval, Language, Memory, Receipt, ReceiptsRepository, StoredPlan } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';
import type { ToApproveStore } from '../stores/to-approve.ts';
import type { Approvals } from '../ui/services.ts';
import type { Ground } from './ground.ts';

export interface Approving {
  /** Signs what is on the table, or what a run would do again. The receipt is durable when it resolves. */
  approve(document: DocumentStore): Promise<Result<Approval, string>>;
  /** Puts before the person what they would have to approve before this begins. */
  ask(start: StartRun): Promise<void>;
  /** No run starts from it any more; one that goes on is left alone. */
  takeBack(hash: string): Promise<void>;
  list(planId: string): Promise<readonly Receipt[]>;
  /** The plan as it is kept, without an approval that was taken back or never given here. */
  standing(stored: StoredPlan): Promise<StoredPlan>;
}

interface Parts
  extends Pick<Ground, 'document' | 'session' | 'toApprove' | 'language' | 'builtIn' | 'memory' | 'now'> {
  readonly repository: () => Promise<ReceiptsRepository>;
  /** Resolves once plans can be checked and signed. */
  readonly rules: () => Promise<void>;
  /** The part of the plan that a fork signs, as its run stands; undefined where it is the whole. */
  readonly partOf: (start: StartRun & { readonly fork: Fork }) => Promise<Part | undefined>;
  /** Where the record of a run, or its plan, came from. */
  readonly cameFrom: (runId: string) => Origin | null;
  readonly newId: () => string;
}

export const STILL_DRAFTING =
  'This plan is still being drafted. It can be tried, approved and run once it is whole, or once you stop drafting.';

export function createApproving(parts: Parts): Approving {
  const { document, session, toApprove, now } = parts;
  return {
    approve: async (own) => {
      if (own === document && session.getState().drafting) return err(STILL_DRAFTING);
      const at = now();
      const signed = own.actions.approve(at);
      if (!signed.ok) return signed;
      const { plan } = own.getState();
      const { hash, revision, flows } = signed.value;
      const title = plan.title ?? plan.goal ?? 'Untitled plan';
      const device = deviceOf(parts.memory, parts.newId);
      try {
        const receipts = await parts.repository();
        await receipts.give({
          hash,
          revision,
          at,
          title,
          device,
          planId: plan.id,
          flows: flows as unknown as Json,
        });
      } catch (error) {
        // What is not kept would be refused as the run starts: it must not look approved meanwhile.
        own.actions.withdraw();
        throw error;
      }
      return ok(signed.value);
    },
    ask: async (start) => {
      const { fork } = start;
      if (!fork) {
        document.actions.withdraw();
        session.actions.set({ dialog: 'approve' });
        return;
      }
      await parts.rules();
      const part = await parts.partOf({ ...start, fork });
      const came = parts.cameFrom(fork.runId);
      const own = createDocumentStore(ofPart(parts.language, part), parts.builtIn, start.plan, came);
      const by = fork.changed ? start.planOrigin : undefined;
      if (by)
        own.setState(({ origins, revision }) => ({
          origins: { ...origins, revisions: [{ from: revision, by }] },
        }));
      own.actions.setDelegates(start.delegates ?? {});
      own.actions.setInput(start.input);
      toApprove.setState({ now: { document: own, start, starts: part?.starts.size ?? null } });
      session.actions.openAbout('approve-run', { runId: fork.runId });
    },
    takeBack: async (hash) => {
      await (await parts.repository()).takeBack(hash, now());
      if (document.getState().approval?.hash === hash) document.actions.withdraw();
    },
    list: async (planId) => (await parts.repository()).list(planId),
    standing: async (stored) => {
      if (!stored.approval || (await (await parts.repository()).holds(stored.approval.hash))) return stored;
      return { ...stored, approval: null };
    },
  };
}

/** Shows and signs that part alone, whatever plan it is asked about. */
const ofPart = (language: Language, part: Part | undefined): Language => ({
  ...language,
  sign: (plan, delegates) => language.sign(plan, delegates, part),
  flows: (plan, delegates, _, came) => language.flows(plan, delegates, part, came),
});

/** The same, as the screen asks for it: what fails is said. */
export function createApprovals({ approving, toApprove, session, begin }: ForScreen): Approvals {
  const said = (error: unknown): void => session.actions.notify(messageOf(error), 'danger');
  return {
    approve: async (document) => {
      try {
        const signed = await approving.approve(document);
        return signed.ok ? null : signed.error;
      } catch (error) {
        return messageOf(error);
      }
    },
    goOn: (replans) => {
      const { now } = toApprove.getState();
      const hash = now?.document.getState().approval?.hash;
      if (!now || hash === undefined) return;
      toApprove.setState({ now: null });
      void begin({ ...now.start, hash, replans }).catch(said);
    },
    list: (planId) => approving.list(planId),
    takeBack: async (hash) => {
      try {
        await approving.takeBack(hash);
        session.actions.notify('The approval is taken back. No run starts from it any more.', 'success');
      } catch (error) {
        said(error);
      }
    },
  };
}

interface ForScreen {
  readonly approving: Approving;
  readonly toApprove: ToApproveStore;
  readonly session: SessionStore;
  readonly begin: (start: StartRun) => Promise<boolean>;
}

const DEVICE = 'obelus.device';

/** Names this browser's storage in its receipts, for whoever reads them. */
function deviceOf(memory: Memory, newId: () => string): string {
  const known = memory.read(DEVICE);
  if (known) return known;
  const id = newId();
  memory.write(DEVICE, id);
  return id;
}

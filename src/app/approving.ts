/** A person's approvals: signed, kept as receipts on this device, asked for where there is none, taken back (L-74). */

import type { Flow } from '../flows/flow.ts';
import type { Part } from '../flows/flows-of.ts';
import type { Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Origin } from '../plan/origin.ts';
import type { StartRun } from '../run/messages.ts';
import { createDocumentStore, type DocumentStore } from '../stores/document.ts';
import type { Approval, Language, Memory, Receipt, ReceiptsRepository } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';
import type { ToApproveStore } from '../stores/to-approve.ts';
import type { Approvals } from '../ui/verbs.ts';
import type { Ground } from './ground.ts';
import { STILL_DRAFTING } from './still-drafting.ts';

export interface Approving {
  /** Signs what is on the table, or what a run would do again. The receipt is durable when it resolves. */
  approve(document: DocumentStore): Promise<Result<Approval, string>>;
  /** Puts before the person what they would have to approve before this begins. */
  ask(start: StartRun): Promise<void>;
  /** Signs what would begin, for a person who has said so otherwise than by the sheet; nothing where `isSaid` does not hold of it. */
  signIf(start: StartRun, isSaid: (flows: readonly Flow[]) => boolean): Promise<void>;
  /** No run starts from it any more; one that goes on is left alone. */
  takeBack(hash: string): Promise<void>;
  list(planId: string): Promise<readonly Receipt[]>;
}

interface Parts
  extends Pick<Ground, 'document' | 'session' | 'toApprove' | 'language' | 'builtIn' | 'memory' | 'now'> {
  readonly repository: () => Promise<ReceiptsRepository>;
  /** Resolves once plans can be checked and signed. */
  readonly rules: () => Promise<void>;
  /** The part of the plan that it signs, of a fork as its run stands; undefined where it is the whole. */
  readonly partOf: (start: StartRun) => Promise<Part | undefined>;
  /** Where the record of a run, or its plan, came from. */
  readonly cameFrom: (runId: string) => Origin | null;
  readonly newId: () => string;
  /** Keeps the plan on the table as what was approved. */
  readonly keepVersion: (hash: string) => Promise<void>;
}

export function createApproving(parts: Parts): Approving {
  const { document, session, toApprove, now } = parts;
  /** What would begin, as a document of its own. */
  const ownOf = async (start: StartRun) => {
    const { fork } = start;
    await parts.rules();
    const part = await parts.partOf(start);
    const came = fork ? parts.cameFrom(fork.runId) : (start.planOrigin ?? null);
    const own = createDocumentStore(ofPart(parts.language, part), parts.builtIn, start.plan, came);
    const by = fork?.changed ? start.planOrigin : undefined;
    if (by)
      own.setState(({ origins, revision }) => ({
        origins: { ...origins, revisions: [{ from: revision, by }] },
      }));
    own.actions.setDelegates(start.delegates ?? {});
    own.actions.setInput(start.input);
    return { own, part };
  };

  const approve: Approving['approve'] = async (own) => {
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
        ...(own === document ? {} : { ofRun: true as const }),
        flows: flows as unknown as Json,
      });
    } catch (error) {
      // What is not kept would be refused as the run starts: it must not look approved meanwhile.
      own.actions.withdraw();
      throw error;
    }
    // It stands whether or not there is room for what it was.
    if (own === document) await parts.keepVersion(hash).catch(session.actions.tellFault);
    return ok(signed.value);
  };

  return {
    approve,
    ask: async (start) => {
      if (!start.fork && !start.isPart) {
        document.actions.withdraw();
        const { runId, instances, canary } = start;
        if (!instances) return session.actions.set({ dialog: 'approve' });
        const choices = { instances, ...(canary === undefined ? {} : { canary }) };
        session.actions.openAbout('approve-list', { runId, choices });
        return;
      }
      const { own, part } = await ownOf(start);
      toApprove.setState({ now: { document: own, start, starts: part?.starts.size ?? null } });
      session.actions.openAbout('approve-run', { runId: start.fork?.runId ?? start.runId });
    },
    signIf: async (start, isSaid) => {
      const { own } = await ownOf(start);
      const table = own.actions.flows();
      if (!table || !isSaid(table.flows)) return;
      const signed = await approve(own);
      if (!signed.ok) throw new Error(signed.error);
    },
    takeBack: async (hash) => {
      await (await parts.repository()).takeBack(hash, now());
      if (document.getState().approval?.hash === hash) document.actions.withdraw();
    },
    list: async (planId) => (await parts.repository()).list(planId),
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
    goOn: (choices) => {
      const { now } = toApprove.getState();
      const hash = now?.document.getState().approval?.hash;
      if (!now || hash === undefined) return;
      toApprove.setState({ now: null });
      void begin({ ...now.start, hash, ...choices }).catch(said);
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

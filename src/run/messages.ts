/** The one file of types that page and worker share. Every request is numbered; every answer names its request. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { JsonSchema, Plan } from '../plan/document.ts';
import type { DraftEvent } from '../plan/draft-event.ts';
import type { Choice, InstanceInput, RunEvent } from './events.ts';

export interface Connection {
  readonly baseUrl: string;
  /** Held in memory on the device; never in an export, a link, a journal or an error. */
  readonly key?: string;
  readonly model: string;
}

export interface StartRun {
  readonly runId: string;
  readonly planId: string;
  readonly plan: Plan;
  /** What was approved (L-70). The worker computes it again and refuses a mismatch. */
  readonly hash: string;
  readonly input: JsonObject;
  readonly instances?: readonly InstanceInput[];
  /** The plans that it delegates to, covered by the hash: no other is run (L-52). */
  readonly delegates?: Delegates;
}

export interface PlanRequest {
  readonly planner: 'offline' | 'openai';
  readonly goal: string;
  readonly tools: readonly ToolContract[];
  readonly files: readonly { name: string; type: string; size: number; head?: string }[];
  readonly input?: JsonObject;
  readonly inputSchema?: JsonSchema;
  readonly stateSchema?: JsonSchema;
  readonly minCalls: number;
  readonly maxCalls: number;
}

/** Page → worker. */
export type Request =
  | { readonly kind: 'start-run'; readonly start: StartRun }
  /** A person's decision; refused where the run has no such open question. */
  | {
      readonly kind: 'answer';
      readonly runId: string;
      readonly call?: string;
      readonly gate?: string;
      readonly choose: Choice;
      readonly value?: Json;
      readonly params?: JsonObject;
    }
  | { readonly kind: 'stop-run'; readonly runId: string }
  | { readonly kind: 'resume-all' }
  | { readonly kind: 'connect'; readonly connection: Connection | null }
  | { readonly kind: 'plan'; readonly request: PlanRequest }
  | { readonly kind: 'cancel'; readonly request: number }
  | { readonly kind: 'secrets'; readonly secrets: Readonly<Record<string, string>> }
  | { readonly kind: 'put-file'; readonly runId: string; readonly name: string; readonly file: Blob };

export interface NumberedRequest {
  readonly id: number;
  readonly request: Request;
}

/** Worker → page. */
export type WorkerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly value?: Json }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly ok: false;
      readonly code: string;
      readonly message: string;
    }
  /** Events that are durable. Also sent to the other tabs (BroadcastChannel `obelus`). */
  | { readonly kind: 'events'; readonly runId: string; readonly events: readonly RunEvent[] }
  /** A planner's stream, in answer to request `id`. */
  | { readonly kind: 'planner'; readonly id: number; readonly event: PlannerMessage }
  /** A file an activity made: the page offers it for download. */
  | {
      readonly kind: 'file';
      readonly runId: string;
      readonly callId: string;
      readonly name: string;
      readonly blob: Blob;
    }
  /** What a running call says for the journal; not durable. */
  | { readonly kind: 'log'; readonly runId: string; readonly callId: string; readonly line: string }
  /** A storage fault that stopped a run: full disk, storage denied. */
  | {
      readonly kind: 'storage-fault';
      readonly runId: string;
      readonly code: string;
      readonly message: string;
    };

export type PlannerMessage = DraftEvent;

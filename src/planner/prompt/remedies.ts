/** What a person can do about a fault of a model's planner, by its code: what a button beside its sentence can be. Pure. */

import type { Remedy } from '../../plan/draft-event.ts';
import type { PlannerEvent } from '../planner.ts';
import type { ChatFaultCode } from './chat-model.ts';
import type { AnswerFaultCode } from './read-plan.ts';

/** The likeliest first; none where the person asked for the end. */
const REMEDIES: Readonly<Record<ChatFaultCode | AnswerFaultCode, readonly Remedy[]>> = {
  'not-loaded': ['again', 'planner'],
  'bad-address': ['connection', 'planner'],
  'bad-key': ['key', 'planner'],
  'no-model': ['connection', 'planner'],
  'no-browser-model': ['planner', 'again'],
  'key-refused': ['key', 'planner'],
  forbidden: ['key', 'connection', 'planner'],
  'model-not-found': ['connection', 'planner'],
  'rate-limited': ['again', 'planner'],
  'no-credit': ['planner', 'key'],
  'server-error': ['again', 'planner'],
  unreachable: ['again', 'connection', 'planner'],
  redirected: ['connection', 'planner'],
  timeout: ['again', 'fewer-tools', 'planner'],
  cancelled: [],
  'bad-request': ['connection', 'planner'],
  'prompt-too-long': ['fewer-tools', 'planner'],
  'not-an-api': ['connection', 'planner'],
  'malformed-stream': ['again', 'planner'],
  'cut-stream': ['again', 'planner'],
  'answer-too-large': ['other-words', 'planner'],
  'answer-cut-by-limit': ['fewer-tools', 'other-words', 'planner'],
  'empty-answer': ['again', 'planner'],
  refused: ['other-words', 'planner'],
  'key-echoed': ['planner'],
  'malformed-answer': ['again', 'planner'],
  'no-plan': ['other-words', 'planner'],
};

type Failure = Extract<PlannerEvent, { kind: 'failed' }>;

/** A code that is none of these comes from elsewhere, and says for itself what helps. */
export function withRemedies(failure: Failure): Failure {
  const remedies = Object.hasOwn(REMEDIES, failure.code)
    ? REMEDIES[failure.code as keyof typeof REMEDIES]
    : undefined;
  return remedies === undefined ? failure : { ...failure, remedies };
}

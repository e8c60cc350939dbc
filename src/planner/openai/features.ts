/** What is asked of a server beyond plain chat, and what is asked instead once it refuses. Pure. */

import type { ChatRequest } from '../prompt/chat-model.ts';

interface Features {
  readonly format: 'json_schema' | 'json_object' | 'none';
  readonly usage: boolean;
}

export const ALL_FEATURES: Features = { format: 'json_schema', usage: true };

const REFUSALS = new Set([400, 422, 501]);

/**
 * The next lesser request after a refusal; null where the refusal is not about these features. A server that does
 * not say what it dislikes is asked for less and less, three times at most.
 */
export function fewerFeatures(features: Features, status: number, words: string): Features | null {
  if (!REFUSALS.has(status)) return null;
  if (features.usage && /stream_options|include_usage/i.test(words)) return { ...features, usage: false };
  if (features.format === 'json_schema') return { ...features, format: 'json_object' };
  if (features.format === 'json_object') return { ...features, format: 'none' };
  return features.usage ? { ...features, usage: false } : null;
}

/** The fields of the request that these features come to. */
export function featureFields(features: Features, { name, schema }: ChatRequest['schema']) {
  return {
    ...(features.usage ? { stream_options: { include_usage: true } } : {}),
    ...(features.format === 'json_schema'
      ? // Not strict: strict mode forbids open objects, and parameters may be references.
        { response_format: { type: 'json_schema' as const, json_schema: { name, schema, strict: false } } }
      : {}),
    ...(features.format === 'json_object' ? { response_format: { type: 'json_object' as const } } : {}),
  };
}

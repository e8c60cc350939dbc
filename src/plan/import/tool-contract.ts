/** Tool definitions as others write them, turned into contracts (§2): ACTS, MCP, OpenAI, or a contract as it is. */

import { isObject, setOwn } from '../../lib/json.ts';
import { type ToolContract, toolContractShape } from '../contract-shape.ts';

/** The contract, or undefined where the value defines no tool this language can read. */
export function readContract(value: unknown): ToolContract | undefined {
  if (!isObject(value)) return undefined;
  // OpenAI: {type: "function", function: {name, description, parameters}}
  const definition = isObject(value.function) ? value.function : value;
  const contract = typeof definition.name === 'string' ? named(definition) : schemaOf(definition);
  return contract !== undefined && toolContractShape.safeParse(contract).success
    ? (contract as ToolContract)
    : undefined;
}

/** A contract as it is, or MCP: {name, inputSchema, outputSchema}. */
function named(definition: Record<string, unknown>): Record<string, unknown> {
  const { inputSchema, outputSchema, ...rest } = definition;
  if (isObject(inputSchema) && rest.parameters === undefined) rest.parameters = inputSchema;
  if (isObject(outputSchema) && rest._output === undefined) rest._output = outputSchema;
  return rest;
}

/** ACTS: one JSON Schema whose properties with `_` say what the tool is and the others its parameters. */
function schemaOf(schema: Record<string, unknown>): Record<string, unknown> | undefined {
  if (!isObject(schema.properties)) return undefined;
  const { _tool: tool, _output: output, ...rest } = schema.properties;
  const name = isObject(tool) && typeof tool.const === 'string' ? tool.const : schema.title;
  if (typeof name !== 'string') return undefined;
  const properties: Record<string, unknown> = {};
  for (const key of Object.keys(rest)) if (!key.startsWith('_')) setOwn(properties, key, rest[key]);
  const required = Array.isArray(schema.required)
    ? schema.required.filter((key) => typeof key === 'string' && !key.startsWith('_'))
    : [];
  return {
    name,
    ...(typeof schema.title === 'string' ? { title: schema.title } : {}),
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
    parameters: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    ...(isObject(output) ? { _output: output } : {}),
  };
}

/** The picture of a family of tools. Fetched with the first card: a card is whole without it, and its place is there. */

import {
  Calculator,
  FileOutput,
  FileText,
  Globe,
  type LucideIcon,
  Sigma,
  Split,
  Table2,
  Type,
  Wrench,
} from 'lucide-react';
import type { ToolFamily } from '../../tools/built-in.ts';

const ICONS: Readonly<Record<ToolFamily, LucideIcon>> = {
  file: FileText,
  text: Type,
  table: Table2,
  figure: Sigma,
  number: Calculator,
  result: FileOutput,
  flow: Split,
  web: Globe,
};

/** @param family undefined: a tool of the plan's own */
export default function FamilyIcon({ family }: { family: ToolFamily | undefined }) {
  const Icon = family === undefined ? Wrench : ICONS[family];
  return <Icon size={14} aria-hidden="true" />;
}

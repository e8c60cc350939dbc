/** A plan without calls begins with a file that was given: one press reads it by the tool of its kind. */

import type { CanvasController } from '../../canvas/controller.ts';
import { isBuiltIn, readerOf } from '../../check/file-readers.ts';
import { visible } from '../../lib/visible-text.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import { useDocument, useSession } from '../services.ts';

/** More are found by the list of tools. */
const LISTED = 5;

export default function FirstCalls({ controller }: { controller: CanvasController }) {
  const files = useSession((state) => state.files);
  const catalogue = useDocument((state) => state.catalogue);
  const readable = files.flatMap(({ name, profile }) => {
    const tool = profile === undefined || profile.fault !== undefined ? undefined : readerOf(profile.kind);
    return tool !== undefined && isBuiltIn(tool, catalogue, BUILT_INS) ? [{ name, tool }] : [];
  });
  return readable.slice(0, LISTED).map(({ name, tool }) => (
    <button
      key={name}
      type="button"
      onClick={() => controller.perform({ kind: 'add', tool, params: { file: name } })}
    >
      Read {visible(name)}
    </button>
  ));
}

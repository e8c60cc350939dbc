/** A JSON value that may be changed in place; says so while what is typed is no JSON. */

import { useState } from 'react';
import type { Json } from '../../lib/json.ts';
import { ValueField } from '../form/ValueField.tsx';

interface JsonValueProps {
  label: string;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

export function JsonValue({ label, value, onChange }: JsonValueProps) {
  const [now, setNow] = useState(value);
  return (
    <ValueField
      field={{ name: label, label, required: false, as: { kind: 'json' } }}
      value={now}
      onChange={(next) => {
        setNow(next);
        onChange(next);
      }}
    />
  );
}

/** A label with its input below it: what is typed is handed on as text. */

import type { ComponentProps } from 'react';

interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export const Field = ({ label, className, onChange, ...input }: FieldProps) => (
  <label className={className}>
    {label}
    <input {...input} onChange={(event) => onChange(event.target.value)} />
  </label>
);

/** For a host or several, as secrets and host keys ask for them. Knows not what they may do. */
export const HostField = (props: FieldProps) => (
  <Field autoComplete="off" spellCheck={false} placeholder="api.example.com" {...props} />
);

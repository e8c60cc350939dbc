/** A field for a host or several, as secrets and host keys ask for them. Knows not what they may do. */

interface HostFieldProps {
  label: string;
  className?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

export const HostField = ({ label, className, value, onChange }: HostFieldProps) => (
  <label className={className}>
    {label}
    <input
      autoComplete="off"
      spellCheck={false}
      placeholder="api.example.com"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);

/** The headers every response carries in production and preview. Vite's dev server breaks under them (STACK.md). */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  // A person may connect any planner or tool server; what a run may reach is approved host by host.
  'connect-src *',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

export const securityHeaders: Record<string, string> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // The browser's own model, for plans: where there is one, this page may ask it, and no frame.
  'Permissions-Policy': 'language-model=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

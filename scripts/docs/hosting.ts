/** Configurations of three hosts, made of the headers that the preview sends (src/app/security-headers.ts). */

import { EVERYWHERE, type Headers, POLICIES_BY_PLACE } from '../../src/app/security-headers.ts';

const POLICY = 'Content-Security-Policy';
const MADE = 'Made of src/app/security-headers.ts by scripts/hosting.ts: change it there.';

/** By the name of the file in docs/hosting. */
export function hostingFiles(): Readonly<Record<string, string>> {
  return { _headers: headersFile(), 'nginx.conf': nginx(), Caddyfile: caddy() };
}

/** Netlify, Cloudflare Pages and others read it from the folder that is served. */
function headersFile(): string {
  const blocks = [
    ['/*', EVERYWHERE] as const,
    ...POLICIES_BY_PLACE.map(([place, policy]) => [place, { [POLICY]: policy }] as const),
  ];
  return [
    `# ${MADE}`,
    ...blocks.flatMap(([place, headers]) => [
      place,
      ...lines(headers, (name, value) => `  ${name}: ${value}`),
    ]),
    '',
  ].join('\n');
}

/** A policy by a variable: where a location has a header of its own, it has none of those around it. */
function nginx(): string {
  const pattern = (place: string) => (place.endsWith('*') ? `~^${place.slice(0, -1)}` : place);
  return [
    `# ${MADE}`,
    '# Belongs into nginx’s http block: a file of /etc/nginx/conf.d is one. Address, folder and certificate are yours.',
    'map $uri $obelus_policy {',
    '  default "";',
    ...POLICIES_BY_PLACE.map(([place, policy]) => `  ${pattern(place)} "${policy}";`),
    '}',
    '',
    'server {',
    '  listen 8080;',
    '  root /srv/obelus;',
    '',
    ...lines(EVERYWHERE, (name, value) => `  add_header ${name} "${value}" always;`),
    '  # Where it is empty, none is sent.',
    `  add_header ${POLICY} $obelus_policy always;`,
    '}',
    '',
  ].join('\n');
}

function caddy(): string {
  return [
    `# ${MADE}`,
    '# Address and folder are yours.',
    ':8080 {',
    '  root * /srv/obelus',
    '  file_server',
    '  header {',
    ...lines(EVERYWHERE, (name, value) => `    ${name} "${value}"`),
    '  }',
    ...POLICIES_BY_PLACE.map(([place, policy]) => `  header ${place} ${POLICY} "${policy}"`),
    '}',
    '',
  ].join('\n');
}

const lines = (headers: Headers, line: (name: string, value: string) => string): string[] =>
  Object.entries(headers).map(([name, value]) => line(name, value));

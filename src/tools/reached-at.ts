/** What a host is called at the door: over https by its name, unencrypted with its scheme. Knows no address as it is written. */

const LOOPBACK = /^(?:(?:[^:]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Whether what is sent to a host stays on this device, over whichever scheme. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const UNENCRYPTED = 'http://';

/**
 * A host as it is signed, asked about and recorded: by its name over https and on this device, and as `http://…` where
 * whoever is on the way can read and change what goes there. A yes for one is none for the other.
 */
export const reachedAt = ({
  protocol,
  host,
}: {
  readonly protocol: string;
  readonly host: string;
}): string => (protocol === 'http:' && !isLoopback(host) ? UNENCRYPTED + host : host);

/** Whether what goes to a host can be read on the way. @param host as `reachedAt` has it */
export const isUnencrypted = (host: string): boolean => host.startsWith(UNENCRYPTED);

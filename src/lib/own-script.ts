/** The one Trusted Types policy: a worker's script is a file of the app's own server. There is none for HTML: no text becomes that. */

/** `trustedTypes`, as far as it is used here; not every browser has it. */
export interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}

interface Rules {
  /** What it answers stands for a text where a script is asked for. */
  createScriptURL(url: string): string;
}

/**
 * @param from what an address of the app's own begins with, `/` at its end: `https://here.evil` begins with `https://here`
 * @returns the address to hand on; it throws a TypeError for one from elsewhere. Once a thread: a second policy is refused
 */
export function ownScripts(types: TrustedTypes | undefined, from: string): (url: string) => string {
  const rules: Rules = {
    createScriptURL(url) {
      if (url.startsWith(from)) return url;
      throw new TypeError(`${url} is no script of this app.`);
    },
  };
  const policy = types?.createPolicy('obelus', rules) ?? rules;
  return (url) => policy.createScriptURL(url);
}

/** WCAG 2.2 contrast and colour-blind distance of hex colours, for holding the token set to its word. */

type Triple = readonly [number, number, number];

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

function parseHex(hex: string): Triple {
  const at = (from: number) => linear(Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  return [at(1), at(3), at(5)];
}

const luminance = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** From 1 to 21. Both colours as `#rrggbb`. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(parseHex(a)), luminance(parseHex(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const VISION: Readonly<Record<'usual' | 'protan' | 'deutan' | 'tritan', readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const dot = (row: Triple, c: Triple): number => Math.max(0, row[0] * c[0] + row[1] * c[1] + row[2] * c[2]);

function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The least OKLab distance of two colours over usual, protan, deutan and tritan sight; 0.02 is just noticeable. */
export function leastDistance(a: string, b: string): number {
  const distances = Object.values(VISION).map((rows) => {
    const seen = (hex: string): Triple => {
      const c = parseHex(hex);
      return oklab([dot(rows[0]!, c), dot(rows[1]!, c), dot(rows[2]!, c)]);
    };
    const [x, y] = [seen(a), seen(b)];
    return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  });
  return Math.min(...distances);
}

/** Names the language of a goal that the offline planner does not read, and says so before anything is guessed. Knows no tool. */

import { OTHER_LANGUAGE } from '../plan/draft-event.ts';
import type { Planner } from './planner.ts';

/**
 * A planner that refuses goals in languages it was not made for. A replan is not asked about: its goal was read before,
 * or came with a plan.
 */
export function inKnownLanguages(planner: Planner): Planner {
  return async function* (request) {
    const first = request.lastError === null && request.history.length === 0;
    const names = request.files.flatMap(({ name, profile }) => [
      name,
      ...(profile?.tables.flatMap(({ columns }) => columns.map((column) => column.name)) ?? []),
    ]);
    const other = first ? otherLanguage(request.goal, names) : undefined;
    if (other === undefined) return yield* planner(request);
    const message =
      `This goal is in ${other}. The offline planner reads English and German, and French, Spanish and Italian in part. ` +
      `Say it in one of them, or connect a model that reads it.`;
    yield { kind: 'failed', code: OTHER_LANGUAGE, message };
  };
}

/**
 * The language in English, where it is none of the five; undefined where it is one, or can't be told.
 * @param names of files and columns: what they are written in says nothing
 */
export function otherLanguage(goal: string, names: readonly string[] = []): string | undefined {
  let text = goal.normalize('NFC').toLowerCase();
  for (const name of names) if (name !== '') text = text.replaceAll(name.normalize('NFC').toLowerCase(), ' ');
  text = text.replace(/["“„«][^"”“»]*["”»]/gu, ' ');
  return byScript(text) ?? byWords(text);
}

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Han}/gu, 'Chinese'],
  [/[іїєґ]/gu, 'Ukrainian'],
  [/[ыэё]/gu, 'Russian'],
  [/\p{Script=Cyrillic}/gu, 'a language in Cyrillic letters'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/[پچژگ]/gu, 'Persian'],
  [/\p{Script=Arabic}/gu, 'Arabic'],
  [/\p{Script=Thai}/gu, 'Thai'],
  [/\p{Script=Devanagari}/gu, 'Hindi'],
  [/\p{Script=Bengali}/gu, 'Bengali'],
  [/\p{Script=Tamil}/gu, 'Tamil'],
  [/\p{Script=Armenian}/gu, 'Armenian'],
  [/\p{Script=Georgian}/gu, 'Georgian'],
];

/** Where most letters are of another script. */
function byScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters === 0 || latin * 2 >= letters) return undefined;
  return SCRIPTS.find(([script]) => text.match(script) !== null)?.[1];
}

/** Small words that a sentence about data hardly goes without, and that the other languages do not have. */
const WORDS: Readonly<Record<string, string>> = {
  Portuguese:
    'não uma são dos das pelo pela com qual quais todos todas até também onde quando mais cada soma média linhas colunas ordenar maior menor vendas mês por',
  Dutch:
    'het een van voor met welke alle niet zijn ook wordt naar geef toon rijen kolom gemiddelde totaal maand bedrag elke som',
  Polish:
    'oraz dla jest ile każdego według wszystkie który które pokaż suma średnia wiersze kolumny miesiąc sprzedaż jak się nie',
  Czech: 'pro jsou podle každý všechny které jak kolik součet průměr řádky sloupec měsíc prodej není také',
  Swedish:
    'och för att inte är som på från visa alla varje summa medelvärde rader kolumn månad hur många försäljning',
  Danish:
    'og for at ikke er som på fra vis alle hver sum gennemsnit rækker kolonne måned hvor mange salg efter',
  Finnish:
    'ja kaikki joka mikä kuinka monta summa keskiarvo rivit sarake kuukausi myynti mukaan näytä laske ovat',
  Turkish: 've bir bu için göre her kaç toplam ortalama satır sütun ay satış göster tüm olan kadar en',
  Romanian:
    'și pentru este din după toate fiecare câte suma media rânduri coloana luna vânzări arată care sunt',
  Hungarian: 'és egy az hogy minden szerint mennyi összeg átlag sorok oszlop hónap eladás mutasd melyik nem',
  Indonesian:
    'dan untuk yang dengan dari setiap berapa jumlah rata-rata baris kolom bulan penjualan tampilkan semua menurut',
  Vietnamese: 'và của cho các theo mỗi bao nhiêu tổng trung bình hàng cột tháng doanh số hiển thị tất cả là',
};

/** What the five have: a word of theirs speaks against any other language. */
const KNOWN =
  'the and of in for by per to with each all from where is are show sum total average which how many rows column month not ' +
  'der die das und für von mit je pro nach alle aus wo ist sind zeige summe durchschnitt welche wie viele zeilen spalte monat nicht ' +
  'le la les des et pour par de du avec chaque toutes où est sont montre somme moyenne quelles combien lignes colonne mois ' +
  'el los las y para por con cada todas donde es son muestra suma media cuáles cuántas filas columna mes ' +
  'il lo gli e per di con ogni tutte dove è sono mostra somma media quali quante righe colonna mese';

function byWords(text: string): string | undefined {
  const words = new Set(text.match(/[\p{L}\p{M}-]+/gu) ?? []);
  const hits = (list: string) => list.split(' ').filter((word) => words.has(word)).length;
  const known = hits(KNOWN);
  let best: { name: string; hits: number } | undefined;
  for (const [name, list] of Object.entries(WORDS)) {
    const found = hits(list);
    if (found > (best?.hits ?? 0)) best = { name, hits: found };
  }
  // One word may be a name or a slip; a sentence has several.
  return best !== undefined && best.hits >= 2 && best.hits > known ? best.name : undefined;
}

/** Adjectives of measure in five languages: what is high in something, what is low in it, and what columns measure it. Data only. */

interface Dimension {
  /** Adjectives of its upper and of its lower end, by language, in their plain form. */
  readonly high: Readonly<Record<string, string>>;
  readonly low: Readonly<Record<string, string>>;
  /** Nouns of the columns that grow with it, the likeliest first. */
  readonly grows: string;
  /** Nouns of the columns that fall as it grows: who is fast takes little time. */
  readonly falls?: string;
  /** Its superlatives are those of days, too, and stand in the languages. */
  readonly isListed?: true;
}

export const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  price: {
    high: {
      en: 'pricey dear costly expensive',
      de: 'teuer kostspielig',
      fr: 'cher chere couteux couteuse',
      es: 'caro cara',
      it: 'caro cara costoso costosa',
    },
    low: {
      en: 'cheap inexpensive affordable',
      de: 'billig gunstig preiswert preisgunstig',
      fr: 'economique',
      es: 'barato barata',
      it: 'economico economica',
    },
    grows: 'price amount',
  },
  weight: {
    high: { en: 'heavy', de: 'schwer', fr: 'lourd lourde', es: 'pesado pesada', it: 'pesante' },
    low: {
      en: 'light lightweight',
      de: 'leicht',
      fr: 'leger legere',
      es: 'ligero ligera',
      it: 'leggero leggera',
    },
    grows: 'weight',
  },
  age: {
    high: {
      en: 'old elderly',
      de: 'alt',
      fr: 'age agee vieux vieille ancien ancienne',
      es: 'viejo vieja mayor',
      it: 'vecchio vecchia anziano anziana',
    },
    low: { en: 'young', de: 'jung', fr: 'jeune', es: 'joven', it: 'giovane' },
    grows: 'age',
    falls: 'birthday',
    isListed: true,
  },
  speed: {
    high: {
      en: 'fast quick speedy swift rapid',
      de: 'schnell flott zugig',
      fr: 'rapide',
      es: 'rapido rapida',
      it: 'veloce rapido rapida',
    },
    low: { en: 'slow', de: 'langsam', fr: 'lent lente', es: 'lento lenta', it: 'lento lenta' },
    grows: 'speed',
    falls: 'duration hours',
  },
  temperature: {
    high: {
      en: 'hot warm',
      de: 'warm heiss',
      fr: 'chaud chaude',
      es: 'caliente calido calida',
      it: 'caldo calda',
    },
    low: {
      en: 'cold cool chilly',
      de: 'kalt kuhl',
      fr: 'froid froide',
      es: 'frio fria',
      it: 'freddo fredda',
    },
    grows: 'temperature',
  },
  humidity: {
    high: {
      en: 'humid moist damp wet',
      de: 'feucht nass',
      fr: 'humide',
      es: 'humedo humeda',
      it: 'umido umida',
    },
    low: { en: 'dry', de: 'trocken', fr: 'sec seche', es: 'seco seca', it: 'secco secca' },
    grows: 'humidity moisture rain',
  },
  length: {
    high: { en: 'long lengthy', de: 'lang', fr: 'long longue', es: 'largo larga', it: 'lungo lunga' },
    low: {
      en: 'short brief',
      de: 'kurz',
      fr: 'court courte bref breve',
      es: 'corto corta breve',
      it: 'corto corta breve',
    },
    grows: 'duration length distance hours pages',
  },
  height: {
    high: { en: 'tall', de: 'hochgewachsen' },
    low: {},
    grows: 'height',
  },
  distance: {
    high: {
      en: 'far distant',
      de: 'weit entfernt',
      fr: 'loin eloigne eloignee',
      es: 'lejano lejana',
      it: 'lontano lontana',
    },
    low: { en: 'near close nearby', de: 'nah', fr: 'proche', es: 'cercano cercana', it: 'vicino vicina' },
    grows: 'distance',
  },
  surface: {
    high: {
      en: 'spacious roomy',
      de: 'geraumig',
      fr: 'spacieux spacieuse',
      es: 'espacioso espaciosa',
      it: 'spazioso spaziosa',
    },
    low: { en: 'cramped', de: 'eng', fr: 'etroit etroite', es: 'estrecho estrecha', it: 'stretto stretta' },
    grows: 'surface',
  },
  width: {
    high: { en: 'wide broad', de: 'breit', fr: 'large', es: 'ancho ancha', it: 'largo larga' },
    low: { en: 'narrow', de: 'schmal', fr: 'mince', es: 'angosto angosta', it: 'sottile' },
    grows: 'width',
  },
  depth: {
    high: {
      en: 'deep',
      de: 'tief',
      fr: 'profond profonde',
      es: 'profundo profunda',
      it: 'profondo profonda',
    },
    low: { en: 'shallow', de: 'flach', es: 'superficial' },
    grows: 'depth',
  },
  earnings: {
    high: {
      en: 'rich wealthy lucrative',
      de: 'reich lukrativ',
      fr: 'riche',
      es: 'rico rica',
      it: 'ricco ricca',
    },
    low: { en: 'poor', de: 'arm', fr: 'pauvre', es: 'pobre', it: 'povero povera' },
    grows: 'salary income profit amount',
  },
  giving: {
    high: {
      en: 'generous',
      de: 'grosszugig spendabel',
      fr: 'genereux genereuse',
      es: 'generoso generosa',
      it: 'generoso generosa',
    },
    low: { en: 'stingy', de: 'geizig', fr: 'avare', es: 'tacano', it: 'avaro' },
    grows: 'amount donation',
  },
  profit: {
    high: {
      en: 'profitable',
      de: 'profitabel gewinnbringend rentabel',
      fr: 'rentable',
      es: 'rentable',
      it: 'redditizio redditizia',
    },
    low: { en: 'unprofitable', de: 'unrentabel' },
    grows: 'profit',
  },
  energy: {
    high: { en: 'thirsty', de: 'durstig' },
    low: { en: 'economical efficient frugal', de: 'sparsam effizient' },
    grows: 'consumption energy',
  },
  votes: {
    high: { en: 'popular liked', de: 'beliebt popular', fr: 'populaire', es: 'popular', it: 'popolare' },
    low: { en: 'unpopular', de: 'unbeliebt', fr: 'impopulaire', es: 'impopular', it: 'impopolare' },
    grows: 'vote rating quantity visitor download',
  },
  value: {
    high: {
      en: 'valuable precious',
      de: 'wertvoll kostbar',
      fr: 'precieux precieuse',
      es: 'valioso valiosa',
      it: 'prezioso preziosa',
    },
    low: { en: 'worthless', de: 'wertlos' },
    grows: 'amount price',
  },
  /** What sells, and what is sold of it. */
  sales: { high: {}, low: {}, grows: 'sold quantity amount' },
  /** How many rows there are, and nothing that a column holds. */
  often: {
    high: {
      en: 'frequent common busy',
      de: 'haufig',
      fr: 'frequent frequente courant courante',
      es: 'frecuente comun',
      it: 'frequente comune',
    },
    low: { en: 'rare', de: 'selten', fr: 'rare', es: 'raro rara', it: 'raro rara' },
    grows: '',
  },
  loudness: {
    high: { en: 'loud noisy', de: 'laut', fr: 'bruyant', es: 'ruidoso', it: 'rumoroso' },
    low: { en: 'quiet silent', de: 'leise', fr: 'silencieux', es: 'silencioso', it: 'silenzioso' },
    grows: 'noise',
  },
};

/** Comparative and superlative, folded, where they do not follow from the plain form. */
export const IRREGULAR: Readonly<Record<string, readonly [more: string, most: string]>> = {
  far: ['farther', 'farthest'],
  teuer: ['teurer', 'teuerst*'],
  nah: ['naher', 'nachstgelegen*'],
};

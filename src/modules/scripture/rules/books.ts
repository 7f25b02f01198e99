export const genres = ['law', 'narrative', 'psalm', 'wisdom', 'prophecy', 'gospel', 'epistle', 'apocalyptic'] as const
export type Genre = (typeof genres)[number]

export interface Book {
  /** 1 to 66 in Protestant order; the deuterocanonical books follow. */
  id: number
  /** As OSIS and the parser write it. */
  osis: string
  name: string
  spanish: string
  /** As the USFM standard writes it, in lower case; what the cross-references use. */
  usfm: string
  genre: Genre
}

const lines = `
Gen|Genesis|Génesis|gen|narrative
Exod|Exodus|Éxodo|exo|narrative
Lev|Leviticus|Levítico|lev|law
Num|Numbers|Números|num|narrative
Deut|Deuteronomy|Deuteronomio|deu|law
Josh|Joshua|Josué|jos|narrative
Judg|Judges|Jueces|jdg|narrative
Ruth|Ruth|Rut|rut|narrative
1Sam|1 Samuel|1 Samuel|1sa|narrative
2Sam|2 Samuel|2 Samuel|2sa|narrative
1Kgs|1 Kings|1 Reyes|1ki|narrative
2Kgs|2 Kings|2 Reyes|2ki|narrative
1Chr|1 Chronicles|1 Crónicas|1ch|narrative
2Chr|2 Chronicles|2 Crónicas|2ch|narrative
Ezra|Ezra|Esdras|ezr|narrative
Neh|Nehemiah|Nehemías|neh|narrative
Esth|Esther|Ester|est|narrative
Job|Job|Job|job|wisdom
Ps|Psalms|Salmos|psa|psalm
Prov|Proverbs|Proverbios|pro|wisdom
Eccl|Ecclesiastes|Eclesiastés|ecc|wisdom
Song|Song of Solomon|Cantares|sng|wisdom
Isa|Isaiah|Isaías|isa|prophecy
Jer|Jeremiah|Jeremías|jer|prophecy
Lam|Lamentations|Lamentaciones|lam|psalm
Ezek|Ezekiel|Ezequiel|ezk|prophecy
Dan|Daniel|Daniel|dan|apocalyptic
Hos|Hosea|Oseas|hos|prophecy
Joel|Joel|Joel|jol|prophecy
Amos|Amos|Amós|amo|prophecy
Obad|Obadiah|Abdías|oba|prophecy
Jonah|Jonah|Jonás|jon|narrative
Mic|Micah|Miqueas|mic|prophecy
Nah|Nahum|Nahúm|nam|prophecy
Hab|Habakkuk|Habacuc|hab|prophecy
Zeph|Zephaniah|Sofonías|zep|prophecy
Hag|Haggai|Hageo|hag|prophecy
Zech|Zechariah|Zacarías|zec|prophecy
Mal|Malachi|Malaquías|mal|prophecy
Matt|Matthew|Mateo|mat|gospel
Mark|Mark|Marcos|mrk|gospel
Luke|Luke|Lucas|luk|gospel
John|John|Juan|jhn|gospel
Acts|Acts|Hechos|act|narrative
Rom|Romans|Romanos|rom|epistle
1Cor|1 Corinthians|1 Corintios|1co|epistle
2Cor|2 Corinthians|2 Corintios|2co|epistle
Gal|Galatians|Gálatas|gal|epistle
Eph|Ephesians|Efesios|eph|epistle
Phil|Philippians|Filipenses|php|epistle
Col|Colossians|Colosenses|col|epistle
1Thess|1 Thessalonians|1 Tesalonicenses|1th|epistle
2Thess|2 Thessalonians|2 Tesalonicenses|2th|epistle
1Tim|1 Timothy|1 Timoteo|1ti|epistle
2Tim|2 Timothy|2 Timoteo|2ti|epistle
Titus|Titus|Tito|tit|epistle
Phlm|Philemon|Filemón|phm|epistle
Heb|Hebrews|Hebreos|heb|epistle
Jas|James|Santiago|jas|epistle
1Pet|1 Peter|1 Pedro|1pe|epistle
2Pet|2 Peter|2 Pedro|2pe|epistle
1John|1 John|1 Juan|1jn|epistle
2John|2 John|2 Juan|2jn|epistle
3John|3 John|3 Juan|3jn|epistle
Jude|Jude|Judas|jud|epistle
Rev|Revelation|Apocalipsis|rev|apocalyptic
Tob|Tobit|Tobías|tob|narrative
Jdt|Judith|Judit|jdt|narrative
Wis|Wisdom|Sabiduría|wis|wisdom
Sir|Sirach|Eclesiástico|sir|wisdom
1Macc|1 Maccabees|1 Macabeos|1ma|narrative
`

export const books: readonly Book[] = lines
  .trim()
  .split('\n')
  .map((line, i) => {
    const [osis, name, spanish, usfm, genre] = line.split('|') as [string, string, string, string, Genre]
    return { id: i + 1, osis, name, spanish, usfm, genre }
  })

/** How many of them every church reads; those that follow are in the Catholic and Orthodox canons. */
export const CANON = 66

const byOsis = new Map(books.map(book => [book.osis, book]))
export const bookOf = (osis: string): Book | undefined => byOsis.get(osis)
export const bookById = (id: number): Book => books[id - 1]!

export interface Edition {
  id: string
  /** What follows a quotation: `WEB`. */
  abbreviation: string
  name: string
  language: 'en' | 'es'
  /** Line of credit on everything that is handed out. */
  credit: string
}

/** Texts in the public domain, the default first; more than the 66 books only in the Douay-Rheims. */
export const editions = [
  edition('web', 'WEB', 'World English Bible', 'World English Bible (public domain)'),
  edition('kjv', 'KJV', 'King James Version', 'King James Version (public domain in the United States)'),
  edition('asv', 'ASV', 'American Standard Version', 'American Standard Version, 1901 (public domain)'),
  edition('darby', 'Darby', 'Darby Bible', 'Darby Bible, 1890 (public domain)'),
  edition('ylt', 'YLT', 'Young’s Literal Translation', 'Young’s Literal Translation, 1898 (public domain)'),
  edition('wbt', 'Webster', 'Webster Bible', 'Webster Bible, 1833 (public domain)'),
  edition('dra', 'DRA', 'Douay-Rheims', 'Douay-Rheims Bible (public domain)'),
] as const satisfies readonly Edition[]

export type EditionId = (typeof editions)[number]['id']
export const editionIds = editions.map(({ id }) => id) as [EditionId, ...EditionId[]]
export const DEFAULT_EDITION: EditionId = 'web'
export const editionById = (id: string): Edition & { id: EditionId } =>
  editions.find(one => one.id === id) ?? editions[0]

function edition<Id extends string>(id: Id, abbreviation: string, name: string, credit: string) {
  return { id, abbreviation, name, language: 'en' as const, credit }
}

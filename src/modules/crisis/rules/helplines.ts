/** Numbers that are answered day and night, by country, from public listings. A service that moves its number is changed here. */
export interface Helplines {
  emergency: string
  /** For people in despair, day and night. */
  despair: string
  /** For people who are hurt at home; where absent, the emergency number is given. */
  violence?: string
  /** For children, and for anyone who worries about one. */
  children?: string
}

export const helplines: Record<string, Helplines> = {
  US: { emergency: '911', despair: '988', violence: '1-800-799-7233', children: '1-800-422-4453' },
  CA: { emergency: '911', despair: '988', children: '1-800-668-6868' },
  GB: { emergency: '999', despair: '116 123', violence: '0808 2000 247', children: '0800 1111' },
  IE: { emergency: '112', despair: '116 123', violence: '1800 341 900', children: '1800 66 66 66' },
  AU: { emergency: '000', despair: '13 11 14', violence: '1800 737 732', children: '1800 55 1800' },
  NZ: { emergency: '111', despair: '1737', violence: '0508 744 633', children: '0800 376 633' },
  MX: { emergency: '911', despair: '800 911 2000' },
  ES: { emergency: '112', despair: '024', violence: '016', children: '116 111' },
  BR: { emergency: '190', despair: '188', violence: '180', children: '100' },
  PT: { emergency: '112', despair: '112', violence: '800 202 148' },
}
/** Where a country has no entry: 112 reaches emergency services from mobile phones nearly everywhere. */
const anywhere: Helplines = { emergency: '112', despair: '112' }

export const helplinesOf = (country: string): Helplines => helplines[country] ?? anywhere

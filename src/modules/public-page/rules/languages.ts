/** Each language by its own name, for readers, and by its English one, for staff. */
export const languageNames = {
  en: ['English', 'English'],
  es: ['Español', 'Spanish'],
  ko: ['한국어', 'Korean'],
  fr: ['Français', 'French'],
  pt: ['Português', 'Portuguese'],
  de: ['Deutsch', 'German'],
  zh: ['中文', 'Chinese'],
  ht: ['Kreyòl ayisyen', 'Haitian Creole'],
  vi: ['Tiếng Việt', 'Vietnamese'],
  tl: ['Tagalog', 'Tagalog'],
  ar: ['العربية', 'Arabic'],
  fa: ['فارسی', 'Persian'],
  ru: ['Русский', 'Russian'],
  uk: ['Українська', 'Ukrainian'],
  it: ['Italiano', 'Italian'],
  pl: ['Polski', 'Polish'],
  ja: ['日本語', 'Japanese'],
  hi: ['हिन्दी', 'Hindi'],
  sw: ['Kiswahili', 'Swahili'],
  am: ['አማርኛ', 'Amharic'],
} as const
export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as [Language, ...Language[]]

export const ownName = (language: Language): string => languageNames[language][0]
/** "Español (Spanish)" */
export const staffName = (language: Language): string => {
  const [own, ours] = languageNames[language]
  return own === ours ? own : `${own} (${ours})`
}
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' || language === 'fa' ? 'rtl' : 'ltr'

/**
 * The language to show a page in: the one that the address asks for, else what the browser prefers among those that
 * exist, else the first.
 * @param known the page's languages, its main one first; English where it is empty
 * @param preferred the header Accept-Language
 */
export function preferredLanguage(known: readonly Language[], asked: string | undefined, preferred = ''): Language {
  const named = known.find(language => language === asked?.toLowerCase().split('-')[0])
  if (named) return named
  const wishes = preferred
    .split(',')
    .slice(0, 20)
    .map((wish, at) => {
      const [tag = '', ...rest] = wish.trim().toLowerCase().split(';')
      const quality = Number(/^\s*q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1)
      return { language: tag.split('-')[0]!, quality, at }
    })
  const sorted = wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality || a.at - b.at)
  for (const { language } of sorted) {
    // Filipino is what browsers call Tagalog.
    const found = known.find(one => one === (language === 'fil' ? 'tl' : language))
    if (found) return found
  }
  return known[0] ?? 'en'
}

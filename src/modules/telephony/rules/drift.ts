interface Hooks {
  smsUrl: string
  voiceUrl: string
  statusUrl: string
}
const names: Record<keyof Hooks, string> = { smsUrl: 'Texts', voiceUrl: 'Calls', statusUrl: 'Status' }

/** In words, which of a number's addresses do not lead to us. */
export const driftOf = (are: Hooks, should: Hooks): string[] =>
  (Object.keys(names) as (keyof Hooks)[]).flatMap(key => {
    if (are[key] === should[key]) return []
    if (!are[key]) return [`${names[key]}: no address is set`]
    return [`${names[key]}: points to ${hostOf(are[key], should[key])}`]
  })

function hostOf(url: string, ours: string): string {
  if (!URL.canParse(url)) return url
  const [theirs, own] = [new URL(url), new URL(ours)]
  return theirs.host === own.host ? `${theirs.host}${theirs.pathname}` : theirs.host
}

import { slugOf } from '../rules.ts'

/** What no church is called in an address: words that lead elsewhere below the same paths, and ours. */
const RESERVED = new Set(
  'account admin api app appointment chat church demo help house lampstand lampstand-app login my new preview site support test www'.split(
    ' ',
  ),
)
export const LONGEST_ADDRESS = 48

/** saint-marks from Saint Mark’s; never a word that no church may have. */
export function addressOfName(name: string): string {
  // Room for what tells two churches of one name apart.
  const slug = slugOf(name.replace(/['’‘]/g, ''))
    .slice(0, LONGEST_ADDRESS - 8)
    .replace(/-+$/, '')
  return addressProblem(slug) ? `${slug}-church` : slug
}

/** Why a word can't be an address, in a sentence; undefined where it can. */
export function addressProblem(slug: string): string | undefined {
  if (slug.length < 3) return 'Please enter at least 3 letters or digits'
  if (slug.length > LONGEST_ADDRESS) return `Please enter at most ${LONGEST_ADDRESS} letters`
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return 'Please use letters a to z, digits, and hyphens between them'
  return RESERVED.has(slug) ? 'This word is needed by Lampstand. Please choose another one.' : undefined
}

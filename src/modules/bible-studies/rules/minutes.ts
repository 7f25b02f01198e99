/** No part of a study is shorter. */
const LEAST = 2

/**
 * Divides a study's minutes among its parts.
 * @param shares what each part is worth, in any unit
 * @returns whole minutes that add up to the whole, at least two for each part
 */
export function divideMinutes(minutes: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const exact = shares.map(share => (share / total) * minutes)
  const whole = exact.map(one => Math.max(LEAST, Math.floor(one)))
  const left = () => minutes - whole.reduce((sum, one) => sum + one, 0)
  const byFraction = exact.map((one, i) => ({ i, rest: one - Math.floor(one) })).sort((a, b) => b.rest - a.rest)
  for (let turn = 0; left() > 0; turn++) whole[byFraction[turn % byFraction.length]!.i]! += 1
  while (left() < 0) {
    const longest = whole.indexOf(Math.max(...whole))
    whole[longest]! -= 1
  }
  return whole
}

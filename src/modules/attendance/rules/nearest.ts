/** Of several services whose check-in is open, the one whose start is nearest: latecomers of the first, then early ones of the second. */
export const nearestStart = <T extends { startsAt: Date }>(events: readonly T[], now: Date): T | undefined => {
  const distance = ({ startsAt }: T) => Math.abs(startsAt.getTime() - now.getTime())
  return [...events].sort((a, b) => distance(a) - distance(b))[0]
}

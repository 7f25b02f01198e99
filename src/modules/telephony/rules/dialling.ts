import areas from '../data/areas.json' with { type: 'json' }

const emergency: Record<string, string> = {
  '911':
    'Emergency numbers can’t be called from Lampstand. Pick up a phone and dial 911 yourself, so that help can find you.',
  '112':
    'Emergency numbers can’t be called from Lampstand. Pick up a phone and dial 112 yourself, so that help can find you.',
  '999':
    'Emergency numbers can’t be called from Lampstand. Pick up a phone and dial 999 yourself, so that help can find you.',
  '000':
    'Emergency numbers can’t be called from Lampstand. Pick up a phone and dial 000 yourself, so that help can find you.',
  '933': 'Emergency services can’t be called from Lampstand.',
  '988':
    'The crisis line 988 can’t be called from Lampstand. Pick up a phone and dial 988. Someone answers at any hour.',
}

/** A sentence where this must not be dialled by a machine; undefined where it may. */
export function mustNotDial(raw: string, number: string | null): string | undefined {
  const digits = raw.replace(/\D/g, '')
  const short = emergency[digits]
  if (short) return short
  if (!number) return
  if (/^\+1(900|976)/.test(number) || /^\+1\d{3}976/.test(number) || /^\+44(9|871|872|873)/.test(number))
    return 'This is a premium number that costs extra for each minute. It can’t be called from Lampstand.'
}

const overlays = areas.overlays as Record<string, string[]>
/** Areas in which a number may be found where this one has none left. */
export const nearbyAreaCodes = (areaCode: string): string[] => overlays[areaCode] ?? []

const bothAgree = new Set(areas.bothAgree)
/** Whether the law where that number is from wants both sides to agree to a recording. */
export const needsBoth = (number: string): boolean => bothAgree.has(/^\+1(\d{3})/.exec(number)?.[1] ?? '')

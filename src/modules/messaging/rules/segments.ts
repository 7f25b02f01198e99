/** The GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1), one unit each. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Behind an escape: two units each (6.2.1.1). */
const extended = new Set('\f^{}\\[~]|€')

export interface Measure {
  encoding: 'GSM-7' | 'UCS-2'
  /** Septets, or UTF-16 code units. */
  units: number
  segments: number
}

/** How a text travels: one segment holds 160 or 70 units, each of several 153 or 67. */
export function measure(text: string): Measure {
  const signs = [...text]
  const gsm = signs.every(sign => basic.has(sign) || extended.has(sign))
  const units = gsm ? signs.reduce((sum, sign) => sum + (extended.has(sign) ? 2 : 1), 0) : text.length
  const [single, each] = gsm ? [160, 153] : [70, 67]
  const segments = units <= single ? 1 : Math.ceil(units / each)
  return { encoding: gsm ? 'GSM-7' : 'UCS-2', units, segments }
}

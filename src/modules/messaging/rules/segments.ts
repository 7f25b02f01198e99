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

/** How a text travels: one segment holds 160 or 70 units, each of several 153 or 67; no sign is cut in two. */
export function measure(text: string): Measure {
  const signs = [...text]
  const gsm = signs.every(sign => basic.has(sign) || extended.has(sign))
  const sizes = signs.map(sign => (gsm ? (extended.has(sign) ? 2 : 1) : sign.length))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const [single, each] = gsm ? [160, 153] : [70, 67]
  return { encoding: gsm ? 'GSM-7' : 'UCS-2', units, segments: units <= single ? 1 : pieces(sizes, each) }
}

function pieces(sizes: readonly number[], each: number): number {
  let [count, room] = [1, each]
  for (const size of sizes) {
    if (size > room) [count, room] = [count + 1, each]
    room -= size
  }
  return count
}

/** How a church's mails look, and where their pictures lie. */
export interface Look {
  businessName: string
  /** Address of the logo. */
  logo: string | null
  /** #rrggbb of buttons and links; dark enough for white words. */
  color: string
  /** Address of a picture by its id. */
  picture: (fileId: string) => string
}

const INK = '#3b4cb8'

const channel = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map(at => channel(Number.parseInt(hex.slice(at, at + 2), 16))) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The church's color where white words can be read on it (WCAG 1.4.3), else the server's. */
export const mailColor = (brand: string | null): string =>
  brand && /^#[0-9a-f]{6}$/i.test(brand) && 1.05 / (luminance(brand) + 0.05) >= 4.5 ? brand : INK

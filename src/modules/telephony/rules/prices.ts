/** Millionths of a unit as people write them; a text costs less than a cent. */
export const priceText = (millionths: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: millionths > 0 && millionths < 1_000_000 ? 4 : 2,
  }).format(millionths / 1_000_000)

/** Black or white on the church’s colour, whichever reads better (WCAG 2.2); white on ours. */
export function inkOn(brandColor: string | null): string {
  if (!/^#[0-9a-f]{6}$/i.test(brandColor ?? '')) return '#ffffff'
  const [r, g, b] = [1, 3, 5]
    .map(at => Number.parseInt(brandColor!.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

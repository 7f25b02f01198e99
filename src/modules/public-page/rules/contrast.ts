/** Relative luminance and contrast after WCAG 2.2; colors as #rrggbb. */
const luminance = (color: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** A color with alpha as it looks on another. */
export function over(color: string, below: string): string {
  if (color.length < 9) return color
  const alpha = Number.parseInt(color.slice(7, 9), 16) / 255
  const part = (at: number) => {
    const [top, under] = [color, below].map(one => Number.parseInt(one.slice(at, at + 2), 16)) as [number, number]
    return Math.round(top * alpha + under * (1 - alpha))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}

/** Heights of a film for streaming, in pixels; at least the smallest, and none that is larger than the film. */
export const sizesFor = (height: number | null): number[] => {
  const fitting = [360, 720, 1_080].filter(one => height === null || one <= height)
  return fitting.length > 0 ? fitting : [360]
}

/** The film that every browser plays has at most so many lines. */
export const MOST_LINES = 1_080

/** Where in a film its pictures are taken, as shares of its length: the first seconds are often black or a countdown. */
export const PICTURES_AT = [0.1, 0.3, 0.5, 0.75]

/** A playlist of one size with the address of its file, which the program that made it called `{height}.mp4`. */
export const withAddress = (playlist: string, address: string): string =>
  playlist.replaceAll('URI="film"', `URI="${address}"`).replace(/^film$/gm, address)
export const withoutName = (playlist: string, height: number): string =>
  playlist.replaceAll(`URI="${height}.mp4"`, 'URI="film"').replaceAll(`\n${height}.mp4\n`, '\nfilm\n')

interface Size {
  id: string
  height: number
  bandwidth: number
}
/** The list of sizes that a player chooses from (RFC 8216, 4.3.4), the smallest first. */
export function masterPlaylist(
  sizes: readonly Size[],
  { width, height }: { width: number | null; height: number | null },
  addressOf: (size: Size) => string,
): string {
  const lines = [...sizes]
    .sort((one, other) => one.height - other.height)
    .flatMap(size => {
      const wide = width && height ? Math.round((size.height / height) * width) : null
      const resolution = wide ? `,RESOLUTION=${wide}x${size.height}` : ''
      return [
        `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(size.bandwidth * 1.3)},AVERAGE-BANDWIDTH=${size.bandwidth}${resolution}`,
        addressOf(size),
      ]
    })
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}

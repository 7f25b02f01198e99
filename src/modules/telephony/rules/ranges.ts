/** The part of a file that a header asks for (RFC 9110, 14); undefined: all of it. none: there is no such part. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!from && !to) return
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start > end || start >= size ? 'none' : { start, end }
}

/** What to compress with, by the header Accept-Encoding; undefined: not at all. `;q=0` refuses an encoding. */
export function encodingFor(accepts = ''): 'br' | 'gzip' | undefined {
  const accepted = accepts
    .split(',')
    .filter(one => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map(one => one.trim().split(';')[0])
  return (['br', 'gzip'] as const).find(encoding => accepted.includes(encoding))
}

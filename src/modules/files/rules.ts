/** What a file was brought for. */
export const purposes = [
  'import',
  'import-errors',
  'export',
  'logo',
  'picture',
  'mail',
  'attachment',
  'form',
  'recording',
] as const
export type Purpose = (typeof purposes)[number]

/** What a member may bring, with the largest size in bytes. */
export const uploadLimits: Partial<Record<Purpose, number>> = {
  import: 60 * 1024 * 1024,
  logo: 1024 * 1024,
  picture: 4 * 1024 * 1024,
}

/** Heard and seen by addresses of their own, which ask who may. */
export const guarded: ReadonlySet<string> = new Set(['export', 'recording', 'form', 'mail'])

/** How long a file is kept, in days: a list of people must not lie around longer than somebody needs it. Null: until it is replaced. */
export const keptDays: Record<Purpose, number | null> = {
  import: 30,
  'import-errors': 30,
  export: 7,
  logo: null,
  picture: null,
  mail: 30,
  attachment: null,
  // Until what it belongs to is sent; then for good.
  form: 1,
  recording: null,
}

/** The last part of a path, without what a header or a disk could stumble over. */
export function fileName(raw: string): string {
  const last = raw.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029"<>|:*?]/gu, ' ')
    .trim()
  return [...plain].slice(0, 150).join('') || 'file'
}

/** A PDF or a picture, by its first bytes. */
export const documentType = (first: Uint8Array): string | undefined =>
  String.fromCharCode(...first.slice(0, 5)) === '%PDF-' ? 'application/pdf' : pictureType(first)

/** What a browser may show as a picture, by its first bytes; SVG is not among them, because it can hold scripts. */
export function pictureType(first: Uint8Array): string | undefined {
  const hex = [...first.slice(0, 12)].map(byte => byte.toString(16).padStart(2, '0')).join('')
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png'
  if (hex.startsWith('ffd8ff')) return 'image/jpeg'
  if (/^52494646.{8}57454250/.test(hex)) return 'image/webp'
}

/** What a file was brought for. */
export const purposes = [
  'import',
  'import-errors',
  'export',
  'logo',
  'picture',
  'mail',
  'attachment',
  'chat',
  'form',
  'recording',
  'avatar',
  'video',
  'audio',
  'thumbnail',
  'knowledge',
  'giveaway',
  'lesson',
  'announcement',
] as const
export type Purpose = (typeof purposes)[number]

/** What a member may bring, with the largest size in bytes. */
export const uploadLimits: Partial<Record<Purpose, number>> = {
  import: 60 * 1024 * 1024,
  logo: 1024 * 1024,
  picture: 4 * 1024 * 1024,
  attachment: 10 * 1024 * 1024,
  knowledge: 10 * 1024 * 1024,
  thumbnail: 2 * 1024 * 1024,
  giveaway: 25 * 1024 * 1024,
  lesson: 100 * 1024 * 1024,
}

/** Programs, and what runs as one when it is opened. */
const program = /\.(exe|scr|com|bat|cmd|msi|ps1|vbs|vbe|js|jse|wsf|hta|jar|lnk|iso|img|reg|dll|app|apk|cpl|pif)$/i
/** By its name, or by its first bytes whatever it is called. */
export const isProgram = (name: string, first?: Uint8Array) =>
  program.test(name) || (first !== undefined && /^(4d5a|7f454c46)/.test(hexOf(first)))

/**
 * What the general address of files answers: lists of people, which belong to nothing that could ask for more. Everything
 * else has an address of its own that asks who may see what the file belongs to.
 */
export const listsOfPeople: ReadonlySet<string> = new Set(['import', 'import-errors'])

/** How long a file is kept, in days: a list of people must not lie around longer than someone needs it. Null: until it is replaced. */
export const keptDays: Record<Purpose, number | null> = {
  import: 30,
  'import-errors': 30,
  export: 7,
  logo: null,
  picture: null,
  mail: 30,
  attachment: null,
  // Until what it belongs to is sent; then for good.
  chat: 1,
  form: 1,
  recording: null,
  avatar: null,
  // Until a video takes it; then for good.
  video: 1,
  audio: 1,
  thumbnail: 1,
  // Until a source takes it; then for good.
  knowledge: 1,
  // Until a form takes it; then as long as a mail may lead to it.
  giveaway: 1,
  // Until a course takes it; then as long as its learners may open it.
  lesson: 1,
  // Until a script takes it; then as long as a call may have played it.
  announcement: 1,
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

/** A PDF or a picture, by its first bytes; what a phone takes and a scanner makes. */
export const documentType = (first: Uint8Array): string | undefined =>
  String.fromCharCode(...first.slice(0, 5)) === '%PDF-' ? 'application/pdf' : pictureType(first)

/** What a browser may show as a picture, by its first bytes; SVG is not among them, because it can hold scripts. */
export function pictureType(first: Uint8Array): string | undefined {
  const hex = hexOf(first)
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png'
  if (hex.startsWith('ffd8ff')) return 'image/jpeg'
  if (/^52494646.{8}57454250/.test(hex)) return 'image/webp'
}

const hexOf = (first: Uint8Array) => [...first.slice(0, 12)].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** The same, and GIF. */
export const chatType = (first: Uint8Array): string | undefined =>
  documentType(first) ?? (hexOf(first).startsWith('47494638') ? 'image/gif' : undefined)

const named: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
}

/** What an attachment says it is to its reader: by its first bytes, else by its name. */
export const attachmentType = (name: string, first: Uint8Array): string =>
  chatType(first) ?? named[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'

/** What a browser may show of an attachment without opening it. */
export const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

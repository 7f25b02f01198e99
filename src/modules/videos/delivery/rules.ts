interface Kind {
  /** As the file says; null until it was read. */
  container: string | null
  playableFileId: string | null
}

/** What browsers are told. A MOV with H.264 in it is played by more of them when it is called MP4. */
export function contentTypeOf({ container, playableFileId }: Kind, stored: string): string {
  if (playableFileId || container === 'mp4' || container === 'mov') return 'video/mp4'
  return container === 'webm' ? 'video/webm' : stored
}

/** Public ids are 128 random bits in base64url. */
export const isPublicId = (text: string) => /^[\w-]{22}$/.test(text)

/** The name of a download: the title of the video, never the name of the file that was uploaded. */
export function downloadName(title: string, contentType: string): string {
  const extension = { 'video/mp4': 'mp4', 'video/webm': 'webm', 'audio/mp4': 'm4a', 'audio/mpeg': 'mp3' }[contentType]
  const plain = title.replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ').trim()
  return `${plain || 'video'}${extension ? `.${extension}` : ''}`
}

import { accountId } from '#web/account.ts'
import { requestHeaders } from '#web/api.ts'
import { PATH, PIECE, RETRY_MS, sentenceOf } from './queue.ts'

/** Sends the audio of a video, which goes on by itself after a broken connection. @returns the id of the upload */
export async function sendAudio(file: File, onPercent: (percent: number) => void): Promise<string> {
  const account = accountId()!
  const { Upload } = await import('tus-js-client')
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: PATH,
      chunkSize: PIECE,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, purpose: 'audio' },
      onBeforeRequest: async request => {
        for (const [name, value] of Object.entries(await requestHeaders(account))) request.setHeader(name, value)
      },
      onProgress: sent => onPercent(Math.round((sent / file.size) * 100)),
      onSuccess: () => resolve(upload.url!.split('/').at(-1)!),
      onError: error => {
        const { originalResponse } = error as { originalResponse?: { getBody: () => string } | null }
        reject(new Error(sentenceOf(originalResponse?.getBody()) ?? 'The connection was lost. Please try again.'))
      },
    })
    upload.start()
  })
}

import type { Details } from './queue.ts'

/** Kept on this device until the upload is a video, so that it goes on after a reload. */
export interface KeptUpload {
  key: string
  name: string
  size: number
  lastModified: number
  details: Details
  /** Bytes, as far as this device knew. */
  sent: number
  uploadUrl: string
}

const nameOf = (account: string) => `lampstand-uploads-${account}`

export function keptUploads(account: string): KeptUpload[] {
  try {
    return JSON.parse(localStorage.getItem(nameOf(account)) ?? '[]')
  } catch {
    return []
  }
}

function write(account: string, all: KeptUpload[]) {
  try {
    localStorage.setItem(nameOf(account), JSON.stringify(all))
  } catch {
    // A private window keeps nothing: the upload then ends with its page.
  }
}

export const keepUpload = (account: string, one: KeptUpload) =>
  write(account, [...keptUploads(account).filter(two => two.key !== one.key), one])
export const forgetUpload = (account: string, key: string) =>
  write(
    account,
    keptUploads(account).filter(one => one.key !== key),
  )

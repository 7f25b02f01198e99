import { ImapFlow } from 'imapflow'
import { log } from '#kernel/log.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'

interface Fetching {
  /** Bytes: a larger mail is left where it is. */
  most: number
  /** Stores one mail; the mailbox marks it as seen only once this is done. */
  take: (raw: Uint8Array) => Promise<void>
}

/** So many in one go; the next minute brings the next. */
const A_GO = 200

/** Opens a mailbox at an address such as `imaps://user:password@mail.example.org/INBOX`, and closes it afterwards. */
async function inMailbox(url: string, work: (mailbox: ImapFlow) => Promise<void>): Promise<void> {
  assertOutsideTransaction('mail-in')
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const mailbox = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
  })
  mailbox.on('error', error => log.warn(error, 'the mailbox'))
  await mailbox.connect()
  const lock = await mailbox.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX')
  try {
    await work(mailbox)
  } finally {
    lock.release()
    await mailbox.logout().catch(() => mailbox.close())
  }
}

/** Whether the mailbox lets itself be opened and searched; throws with its words where not. */
export const tryMailbox = (url: string): Promise<void> =>
  inMailbox(url, async mailbox => void (await mailbox.search({ seen: false }, { uid: true })))

/** Fetches what nobody has seen yet. */
export const fetchMail = (url: string, { most, take }: Fetching): Promise<void> =>
  inMailbox(url, async mailbox => {
    const unseen = (await mailbox.search({ seen: false }, { uid: true })) || []
    for (const uid of unseen.slice(0, A_GO)) {
      const found = await mailbox.fetchOne(String(uid), { size: true }, { uid: true })
      if (!found || (found.size ?? 0) > most) continue
      const mail = await mailbox.fetchOne(String(uid), { source: true }, { uid: true })
      const source = mail ? mail.source : undefined
      if (source) await take(source)
      await mailbox.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
  })

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { routes } from '#app/http.ts'
import { aChurch, aUser, clientFor } from '#testing/church.ts'
import type { ProcedureMeta } from './contract.ts'
import { may, roles } from './permissions.ts'

interface Procedure {
  name: string
  path: string[]
  meta: ProcedureMeta
  isFile: boolean
}
const walk = (node: any, path: string[] = []): Procedure[] =>
  '~orpc' in node
    ? [
        {
          name: path.join('.'),
          path,
          meta: node['~orpc'].meta,
          isFile: ['csv', 'vcf', 'base64'].some(key => key in (node['~orpc'].outputSchema?.shape ?? {})),
        },
      ]
    : Object.entries(node).flatMap(([name, child]) => walk(child, [...path, name]))
const procedures = walk(contract)
const call = (client: any, path: string[], input: unknown) => path.reduce((node, name) => node[name], client)(input)

/** Files of the operator, which hold no church's people. */
const operators = {
  'newsletterSubscribers.export': 'readers of the operator’s own newsletter',
  'newsletters.recipientsCsv': 'readers of the operator’s own newsletter',
  'operator.export': 'accounts, with the address of their owner',
  'queues.export': 'failed jobs, without their payloads',
  'submissions.export': 'the operator’s own contact form',
  'subscriptions.export': 'what was sold to accounts',
  'supportInbox.export': 'the operator’s own chat',
  'trail.export': 'the audit log across accounts, without what stands in their rows',
}

/** Files without an address or number in them, which ask for a permission of their own. */
const withoutAddresses = {
  'bookkeeping.export': 'sums of accounts, for those who may read gifts',
  'giftAid.schedule': 'the claim that goes to HMRC, for those who may record gifts',
  'givingBatches.slip': 'a deposit slip with sums and check numbers, for those who record gifts',
  'gifts.export': 'donors by name, for those who may record gifts',
}

/** Files of what a church wrote itself, for those who may read it. */
const ofContent = {
  'bibleStudies.file': 'a study',
  'contentCalendar.file': 'a plan of posts',
  'qrCodes.file': 'a drawing',
  'sermons.file': 'a sermon',
}

/** Routes that answer files or streams to people who are signed in, and what lets them. */
const files = {
  'GET /realtime/v1': 'topics and ids only',
  'GET /storage/v1/account-exports/:id': 'people.export, and the owner alone',
  'GET /storage/v1/assignments/:id': 'content.read: one file that a learner handed in',
  'GET /storage/v1/business-cards/:id/:format': 'what stands on the card, which is public',
  'GET /storage/v1/conversation-files/:id': 'one attachment, for those who may read its thread',
  'GET /storage/v1/desk-files/:id': 'one file of the operator’s own chat',
  'GET /storage/v1/files/:id': 'lists of people: people.export, or the member who uploaded it',
  'GET /storage/v1/form-files/:submission/:id': 'one file of a submission, for those who may read it',
  'GET /storage/v1/invoices/:file': 'payments.write: an invoice, or the list for bookkeeping, without addresses',
  'GET /storage/v1/operator-exports/:id': 'an account’s export that its support asked for, without confidential rows',
  'GET /storage/v1/original-emails/:id': 'one email as it arrived, for those who may read its thread',
  'GET /storage/v1/receipts/:file': 'giving.read: one receipt',
  'GET /storage/v1/statements/:file': 'giving.write: statements to print',
  'GET /storage/v1/upload/:id': 'how far one’s own upload is: name and size, no content',
}

test('whatever answers a file says in its contract that it exports, or is on the list of the operator', () => {
  const answering = procedures.filter(({ isFile }) => isFile)
  expect(answering.length).toBeGreaterThan(20)
  const silent = answering.filter(({ meta }) => !(meta.mode === 'member' && meta.exports))
  expect(silent.map(({ name }) => name).sort()).toEqual(
    [operators, withoutAddresses, ofContent].flatMap(Object.keys).sort(),
  )
  for (const { name, meta } of silent)
    if (name in operators) expect(['platform', 'house'], name).toContain(meta.mode)
    else expect(meta.permission, name).toBe(name in ofContent ? 'content.read' : 'giving.write')
  // A procedure that is called an export answers one.
  for (const { name, isFile } of procedures)
    if (/export|csv/i.test(name.split('.').at(-1)!)) expect(isFile, name).toBe(true)
})

test('every route that answers people who are signed in is known, and why it may', () => {
  const guarded = routes.filter(
    ({ method, mode }) => method === 'GET' && ['member', 'signedIn', 'platform'].includes(mode),
  )
  expect(guarded.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(files).sort())
})

test('an export asks for people.export as well, and is closed to support', async () => {
  const church = await aChurch()
  const admin = await aUser({ admin: true })
  await admin.client.operator.enter({ id: church.id, reason: 'Their import hangs' })
  const support = clientFor(admin.caller(church.id))
  for (const { name, path, meta } of procedures.filter(one => one.meta.exports)) {
    for (const role of roles) {
      const answer = await call(church[role], path, { nonsense: true, id: 'not an id' }).catch((error: any) => error)
      const allowed = may(role, 'people.export') && may(role, meta.permission!)
      expect(answer?.code === 'FORBIDDEN', `${role} ${name}`).toBe(!allowed)
    }
    await expect(call(support, path, {}), name).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

test('screens show the button of an export where the server allows it', () => {
  const bare = globSync('src/modules/**/*.tsx').filter(file => /<ExportCsv\b/.test(readFileSync(file, 'utf8')))
  expect(bare.sort()).toEqual([
    'src/modules/billing/widgets/sold-subscriptions.tsx',
    'src/modules/clients/widgets/audit-trail.tsx',
    'src/modules/clients/widgets/client-accounts.tsx',
    'src/modules/donations/screens/analytics.tsx',
    'src/modules/donations/screens/bookkeeping.tsx',
    'src/modules/donations/screens/recent-donations.tsx',
    'src/modules/email/screens/recipients.tsx',
    'src/modules/email/widgets/subscribers.tsx',
    'src/modules/live-chat/widgets/support-chat.tsx',
    'src/modules/platform-admin/widgets/job-queues.tsx',
    'src/modules/qr-codes/screens/analytics.tsx',
    'src/modules/qr-codes/screens/campaigns.tsx',
    'src/modules/site/widgets/contact-submissions.tsx',
  ])
})

import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { people, skippedWords } from '#messaging/send-policy/rules/skipped.ts'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { wrongBlocks } from '../blocks/rules/checks.ts'
import { addressLine } from '../rules/address.ts'
import classes from './composer.module.css'
import type { Issue } from './use-draft.ts'

interface ChecksProps {
  issue: Issue
  words: Pick<Issue, 'subject' | 'preheader' | 'body' | 'blocks'>
  /** the count is of what is stored */
  saved: boolean
}

/** Whom it reaches, and what must be there before it may go. */
export function Checks({ issue, words, saved }: ChecksProps) {
  const sender = useQuery(api.newsletters.sender.queryOptions({ input: {} }))
  const audience = useQuery(
    api.newsletters.audience.queryOptions({ input: { id: issue.id }, enabled: saved, refetchInterval: 30_000 }),
  )
  if (!sender.data || !audience.data)
    return (
      <Panel title="Checklist">
        <SkeletonRows rows={4} />
      </Panel>
    )
  const { reached, excluded } = audience.data
  const address = addressLine(sender.data.address)
  const left = skippedWords(excluded)
  const says = words.blocks.length > 0 || words.body.trim() !== ''
  return (
    <Panel title="Checklist">
      <ul className={classes.checks}>
        <Check ok={reached > 0}>
          {reached > 0 ? `${people(reached)} will get it.` : 'Nobody would get it.'} {left ? `${left}.` : ''}
        </Check>
        <Check ok={words.subject.trim() !== ''}>
          {words.subject.trim() ? 'It has a subject.' : 'The subject is missing.'}
        </Check>
        <Check ok={says}>{says ? 'It has content.' : 'It has no content yet.'}</Check>
        <Wrong words={words} />
        <Check ok={address !== ''}>
          {address ? (
            `Postal address: ${address}`
          ) : (
            <>
              The postal address is missing.{' '}
              <Anchor component={Link} to="/admin#newsletter" inherit>
                Add it under “Sender”
              </Anchor>
            </>
          )}
        </Check>
        <li>
          <IconLock size={18} stroke={1.75} aria-hidden />
          <span>Every newsletter includes the unsubscribe link and the postal address.</span>
        </li>
      </ul>
    </Panel>
  )
}

/** What is missing in a block: it can't be sent like this. */
const Wrong = ({ words }: { words: Pick<Issue, 'subject' | 'preheader' | 'blocks'> }) =>
  wrongBlocks(words).map(({ text, block }) => (
    <Check key={`${block} ${text}`} ok={false}>
      {text}
    </Check>
  ))

function Check({ ok, children }: { ok: boolean; children: ReactNode }) {
  const Icon = ok ? IconCircleCheck : IconAlertTriangle
  return (
    <li>
      <Icon
        size={18}
        stroke={1.75}
        aria-label={ok ? 'Ready' : 'Missing'}
        color={ok ? 'var(--mantine-color-green-6)' : 'var(--mantine-color-red-6)'}
      />
      <span data-figures>{children}</span>
    </li>
  )
}

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { useFormat } from '#ui/format.tsx'
import { messageOf } from '#ui/message.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, client } from '#web/api.ts'
import classes from './operator.module.css'

type Provider = Awaited<ReturnType<typeof client.providerHealth.list>>['items'][number]
type Check = Awaited<ReturnType<typeof client.providerHealth.test>>

/** The outside services: which adapter is at work, how it went lately, and a real try. */
export function ProviderList() {
  const list = useQuery(api.providerHealth.list.queryOptions({ input: {} }))
  if (list.error) return <ErrorPanel error={list.error} what="the providers" onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows rows={5} />
  return (
    <ul className={classes.cards}>
      {list.data.items.map(provider => (
        <Card key={provider.name} provider={provider} />
      ))}
    </ul>
  )
}

function useTest(provider: Provider) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [check, setCheck] = useState<Check | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  async function test(to: string) {
    setBusy(true)
    setRefused(null)
    setCheck(null)
    try {
      setCheck(await client.providerHealth.test({ name: provider.name, ...(to && { to }) }))
    } catch (error) {
      setRefused(fieldErrors(error).to ?? messageOf(error))
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: api.providerHealth.key() })
    }
  }
  return { busy, check, refused, test }
}

const what = {
  mail: 'Sends an email to you.',
  arriving: 'Opens the mailbox, or receives a test email.',
  texts: 'Sends a text to this number.',
  files: 'Writes a small file, reads it and removes it.',
  payments: 'Creates a hidden product, then deletes it.',
}

function Card({ provider }: { provider: Provider }) {
  const { name, label, adapter, live } = provider
  const { busy, check, refused, test } = useTest(provider)
  const [to, setTo] = useState('')
  return (
    <li className={classes.card}>
      <Stack gap="sm" className={classes.words}>
        <Group justify="space-between">
          <Text fw={600}>{label}</Text>
          <StatusBadge
            of="provider"
            value={live ? 'live' : 'sandbox'}
            label={live ? adapter.toUpperCase() : 'Sandbox'}
          />
        </Group>
        <Lately provider={provider} />
        <Text size="sm" c="dimmed">
          {what[name]}
        </Text>
        {name === 'texts' ? (
          <TextInput
            aria-label="Number for the test text"
            placeholder="+15125550100"
            value={to}
            error={refused}
            onChange={event => setTo(event.currentTarget.value)}
          />
        ) : null}
        {name !== 'texts' && refused ? <Alert color="red">{refused}</Alert> : null}
        <Outcome check={check} />
        <div className={classes.foot}>
          <Button variant="default" size="xs" loading={busy} onClick={() => void test(to.trim())}>
            Test {label.toLowerCase()}
          </Button>
        </div>
      </Stack>
    </li>
  )
}

function Lately({ provider: { lastSuccess, lastError } }: { provider: Provider }) {
  return (
    <dl className={classes.facts}>
      <dt>Last success</dt>
      <dd>{lastSuccess ? <RelativeTime at={lastSuccess} /> : 'None yet'}</dd>
      <dt>Last error</dt>
      <dd>
        {lastError ? (
          <>
            <RelativeTime at={lastError.at} />: {lastError.problem}
          </>
        ) : (
          'None'
        )}
      </dd>
    </dl>
  )
}

function Outcome({ check }: { check: Check | null }) {
  const { number } = useFormat()
  if (!check) return null
  return (
    <Alert color={check.ok ? 'green' : 'red'} role="status">
      {check.ok ? `OK: ${number(check.milliseconds)} ms` : `Failed: ${check.problem}`}
    </Alert>
  )
}

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { ClientAccount } from './client-drawer.tsx'

interface ReasonFormProps {
  open: string
  label: string
  description: string
  submit: string
  missing: string
  danger?: boolean
  onSubmit: (reason: string) => Promise<unknown>
}

/** A button that asks why before it does anything. */
function ReasonForm({ open, label, description, submit, missing, danger, onSubmit }: ReasonFormProps) {
  const [asking, setAsking] = useState(false)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: value => (value.trim() ? null : missing) },
  })
  const { problem, busy, save } = useSaving(form)
  const color = danger ? 'red' : undefined
  if (!asking)
    return (
      <div>
        <Button size="xs" variant={danger ? 'light' : 'default'} color={color} onClick={() => setAsking(true)}>
          {open}
        </Button>
      </div>
    )
  return (
    <form noValidate onSubmit={form.onSubmit(({ reason }) => (busy ? undefined : void save(() => onSubmit(reason))))}>
      <Stack gap="sm">
        <Problem error={problem} />
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          autoFocus
          {...form.getInputProps('reason')}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" color={color} loading={busy}>
            {submit}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function EnterAsSupport({ account }: { account: ClientAccount }) {
  const queries = useQueryClient()
  const { enter } = useMe()
  async function go(reason: string) {
    await client.operator.enter({ id: account.id, reason })
    await queries.refetchQueries({ queryKey: api.clients.mine.queryKey({ input: {} }) })
    enter(account.id)
  }
  return (
    <>
      <Text c="dimmed">
        For one hour, with admin access except pastoral notes and giving amounts. Everything appears in the church’s
        audit log.
      </Text>
      <ReasonForm
        open="Enter as support"
        label="Reason"
        description="The church can read this."
        missing="Please enter a reason"
        submit="Enter for an hour"
        onSubmit={go}
      />
    </>
  )
}

export function SuspendAccount({ account }: { account: ClientAccount }) {
  const queries = useQueryClient()
  async function suspend(reason: string) {
    const { id, name, usage } = account
    const agreed = await confirm({
      title: `Suspend ${name}?`,
      text: `${usage.members === 1 ? 'Its one member is' : `Its ${usage.members} members are`} locked out right away, until you lift the suspension. Nothing is deleted, and its data can be exported.`,
      confirm: 'Suspend',
      danger: true,
    })
    if (!agreed) return
    await client.operator.suspend({ id, reason })
    toast(`${name} is suspended`)
    await Promise.all([api.operator.key(), api.clients.key()].map(queryKey => queries.invalidateQueries({ queryKey })))
  }
  return (
    <ReasonForm
      open="Suspend"
      label="Reason"
      description="Saved with the account and in its audit log."
      missing="Please enter a reason"
      submit="Suspend"
      danger
      onSubmit={suspend}
    />
  )
}

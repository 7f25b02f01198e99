import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { QrCode } from './generator.tsx'

const WEEK = 7 * 24 * 60 * 60 * 1000

/** The day that follows a week later; the next Sunday where there is none. */
function nextOf(last: string | undefined): string {
  const from = last ? new Date(Date.parse(last) + WEEK) : new Date()
  if (!last) from.setUTCDate(from.getUTCDate() + ((7 - from.getUTCDay()) % 7 || 7))
  return from.toISOString().slice(0, 10)
}

interface WeekRowProps {
  form: UseFormReturnType<{ schedule: QrCode['schedule'] }>
  at: number
  from: string
}
function WeekRow({ form, at, from }: WeekRowProps) {
  const mayWrite = useMay('content.write')
  return (
    <Group align="flex-end" wrap="nowrap">
      <TextInput type="date" label="From" disabled={!mayWrite} {...form.getInputProps(`schedule.${at}.from`)} />
      <TextInput
        label="Page"
        flex={1}
        placeholder="https://example.org"
        disabled={!mayWrite}
        {...form.getInputProps(`schedule.${at}.target`)}
      />
      {mayWrite ? (
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={`Remove the week of ${from}`}
          onClick={() => form.removeListItem('schedule', at)}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </Group>
  )
}

/** Bulletin mode: one printed code, and a page for each week. */
export function Weeks({ code }: { code: QrCode }) {
  const mayWrite = useMay('content.write')
  const form = useForm({ initialValues: { schedule: code.schedule } })
  const { run, busy, problem } = useMutate({ keys: [api.qrCodes.key()], form })
  const { schedule } = form.values
  const save = () =>
    run(() => client.qrCodes.update({ id: code.id, version: code.version, schedule }), { done: 'Bulletin saved' })
  return (
    <Panel title="Bulletin mode">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          One code for every Sunday: from each day on it leads to that week’s page. Before the first day it leads to its
          target.
        </Text>
        <Problem error={problem} />
        {schedule.map((week, i) => (
          <WeekRow key={`${i}-${schedule.length}`} form={form} at={i} from={week.from} />
        ))}
        {mayWrite ? (
          <Group>
            <Button
              variant="default"
              onClick={() =>
                form.insertListItem('schedule', { from: nextOf(schedule.at(-1)?.from), target: '', label: '' })
              }
            >
              Add a week
            </Button>
            {form.isDirty() ? (
              <Button loading={busy} onClick={() => void save()}>
                Save bulletin
              </Button>
            ) : null}
          </Group>
        ) : null}
      </Stack>
    </Panel>
  )
}

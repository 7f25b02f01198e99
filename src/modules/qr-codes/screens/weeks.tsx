import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
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
          <Group key={`${i}-${schedule.length}`} align="flex-end" wrap="nowrap">
            <TextInput type="date" label="From" disabled={!mayWrite} {...form.getInputProps(`schedule.${i}.from`)} />
            <TextInput
              label="Page"
              flex={1}
              placeholder="https://example.org"
              disabled={!mayWrite}
              {...form.getInputProps(`schedule.${i}.target`)}
            />
            {mayWrite ? (
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={`Remove the week of ${week.from}`}
                onClick={() => form.removeListItem('schedule', i)}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            ) : null}
          </Group>
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

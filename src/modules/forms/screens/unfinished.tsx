import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { phoneText } from '#people/rules/phone-text.ts'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useAct } from '#ui/use-act.ts'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './forms.module.css'
import type { Form } from './use-form-draft.ts'

type Row = Awaited<ReturnType<typeof client.unfinishedForms.list>>['items'][number]

/** What people began and did not send. Nobody is made of it, and nobody has agreed to anything. */
export function Unfinished({ form }: { form: Form }) {
  const state = useListState<string>({ sort: '-updatedAt', filters: [] })
  const list = useInfiniteQuery(
    api.unfinishedForms.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ formId: form.id, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['formSubmissions'] },
    }),
  )
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        The form told them that their answers are saved. They are deleted after 30 days, or when they submit the form.
      </Text>
      <DataTable
        label="unfinished forms"
        columns={useColumns()}
        source={rowsOf(list)}
        state={state}
        empty={{
          title: 'No unfinished forms',
          text: form.draft.keep
            ? 'People who enter an email or phone number but don’t submit the form appear here.'
            : 'Turn on “Help people finish” under Build to see who started but didn’t submit.',
        }}
      />
    </Stack>
  )
}

function useColumns(): Column<Row>[] {
  return [
    {
      key: 'name',
      header: 'From',
      width: '30%',
      name: row => row.name || row.email || phoneText(row.phone),
      render: row => (
        <div className={classes.from}>
          <Text fw={550} truncate>
            {row.name || 'No name yet'}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {[row.email, phoneText(row.phone)].filter(Boolean).join(' · ')}
          </Text>
        </div>
      ),
    },
    { key: 'stoppedAt', header: 'Stopped at', width: '22%', render: row => row.stoppedAt },
    { key: 'updatedAt', header: 'Last seen', width: '14%', render: row => <RelativeTime at={row.updatedAt} /> },
    { key: 'act', header: 'Help', align: 'right', render: row => <Help row={row} /> },
  ]
}

function Help({ row }: { row: Row }) {
  const { date } = useFormat()
  const act = useAct(api.unfinishedForms.key(), api.forms.key())
  const [mayWrite, mayDelete] = [useMay('people.write'), useMay('people.delete')]
  const who = row.name || row.email || phoneText(row.phone)
  async function remove() {
    const agreed = await confirm({
      title: `Delete what ${who} typed?`,
      text: 'This can’t be undone.',
      confirm: 'Delete it',
      danger: true,
    })
    if (agreed) await act(() => client.unfinishedForms.remove({ id: row.id }), 'Deleted', 'The form was not deleted')
  }
  const send = () => act(() => client.unfinishedForms.sendLink({ id: row.id }), 'Email sent', 'The link was not sent')
  return (
    <Group gap="xs" justify="flex-end">
      {row.linkSentAt ? (
        <Text span size="sm" c="dimmed">
          Link sent {date(row.linkSentAt)}
        </Text>
      ) : mayWrite && row.email ? (
        <Button variant="default" size="xs" onClick={() => void send()}>
          Send a link to finish
        </Button>
      ) : null}
      {mayDelete ? (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={`Delete what ${who} typed`}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      ) : null}
    </Group>
  )
}

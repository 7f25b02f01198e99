import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { counted } from '#ui/counted.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { toast } from '#ui/toast.tsx'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { CsvField, openLoaded } from './csv-field.tsx'

type Row = Awaited<ReturnType<typeof client.callRules.noCalls>>['items'][number]
type Dialog = 'add' | 'import' | Row | null

const columns = (onRelease: ((row: Row) => void) | undefined): Column<Row>[] => [
  {
    key: 'number',
    header: 'Number',
    sortable: true,
    name: row => phoneText(row.number),
    render: row => (
      <Text fw={550} data-figures>
        {phoneText(row.number)}
      </Text>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    render: row =>
      row.personId ? (
        <Anchor component={Link} to={`/people/${row.personId}`}>
          {row.name}
        </Anchor>
      ) : (
        '–'
      ),
  },
  {
    key: 'reason',
    header: 'Why',
    render: row => `${skipLabels[row.reason]}${row.isVoiceAlone ? '' : ', all channels'}`,
  },
  { key: 'source', header: 'Source', optional: true, render: row => sources[row.source] ?? row.source },
  { key: 'at', header: 'Since', sortable: true, render: row => <RelativeTime at={row.at} /> },
  {
    key: 'release',
    header: 'Release',
    align: 'right',
    card: 'plain',
    render: row =>
      row.canRelease && onRelease ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Release ${phoneText(row.number)}`}
          onClick={() => onRelease(row)}
        >
          Release
        </Button>
      ) : null,
  },
]

const sources: Record<string, string> = {
  call: 'Pressed 9 in a call',
  reply: 'Reply',
  link: 'Link',
  staff: 'Staff',
  import: 'Import',
  carrier: 'Phone company',
  form: 'Form',
}

/** Numbers that are not called, whatever a campaign says. */
export function SuppressionList({ count }: { count: number }) {
  const { number } = useFormat()
  const mayAdd = useMay('messaging.send')
  const mayRelease = useMay('settings.write')
  const [dialog, setDialog] = useState<Dialog>(null)
  const { asked, table } = useList(api.callRules.noCalls, {
    sort: '-at',
    prefix: 'numbers',
    limit: 25,
    live: ['call-rules', 'consent'],
  })
  const close = () => setDialog(null)
  return (
    <Panel
      title="Suppression list"
      actions={
        <Text size="sm" c="dimmed" role="status" data-figures>
          {counted(count, 'numbers', number)}
        </Text>
      }
    >
      <DataTable
        label="numbers"
        columns={columns(mayRelease ? setDialog : undefined)}
        {...table}
        searchPlaceholder="Search numbers and names"
        actions={
          <Group gap="xs">
            {mayAdd ? (
              <>
                <Button variant="default" onClick={() => setDialog('add')}>
                  Add number
                </Button>
                <Button variant="default" onClick={() => setDialog('import')}>
                  Import CSV
                </Button>
              </>
            ) : null}
            <ExportPeople name="suppression-list.csv" make={() => client.callRules.exportNoCalls(asked)} />
          </Group>
        }
        empty={{
          title: 'No numbers on the list',
          text: 'Anyone who presses 9 in a call, replies STOP or tells you to stop appears here and is not called again.',
        }}
      />
      {dialog === 'add' ? <AddNumber onClose={close} /> : null}
      {dialog === 'import' ? <ImportNumbers onClose={close} /> : null}
      {dialog && typeof dialog === 'object' ? <ReleaseNumber row={dialog} onClose={close} /> : null}
    </Panel>
  )
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.callRules.key() })
}

function AddNumber({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  const form = useForm({ initialValues: { number: '', how: '' } })
  const add = async (values: typeof form.values) => {
    await client.callRules.addNoCall(values)
    await refresh()
    toast('Number added')
  }
  return (
    <FormDialog opened onClose={onClose} title="Add a number" form={form} onSubmit={add} submitLabel="Add">
      <TextInput label="Phone number" type="tel" data-autofocus {...form.getInputProps('number')} />
      <TextInput
        label="Reason"
        placeholder="Told us at church on Sunday"
        maxLength={500}
        {...form.getInputProps('how')}
      />
    </FormDialog>
  )
}

function ImportNumbers({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  const form = useForm({ initialValues: { csv: '', how: '', name: '' } })
  const load = async ({ csv, how }: typeof form.values) => {
    const loaded = await client.callRules.importNoCalls({ csv, how })
    await refresh()
    openLoaded(loaded)
  }
  return (
    <FormDialog opened onClose={onClose} title="Import numbers" form={form} onSubmit={load} submitLabel="Import">
      <CsvField
        label="File"
        description="One phone number on each line, up to 700 KB at once."
        name={form.values.name}
        error={form.errors.csv}
        onRead={(csv, name) => form.setValues({ csv, name })}
      />
      <TextInput
        label="Reason"
        placeholder="List of our earlier calling service"
        maxLength={500}
        {...form.getInputProps('how')}
      />
    </FormDialog>
  )
}

function ReleaseNumber({ row, onClose }: { row: Row; onClose: () => void }) {
  const refresh = useRefresh()
  const form = useForm({ initialValues: { why: '' } })
  const release = async ({ why }: { why: string }) => {
    await client.callRules.releaseNoCall({ id: row.id, why })
    await refresh()
    toast('Number released')
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Release ${phoneText(row.number)}?`}
      form={form}
      onSubmit={release}
      submitLabel="Release"
    >
      <Text size="sm" c="dimmed">
        Campaigns can call this number again, if the person has opted in.
      </Text>
      <TextInput label="Reason" data-autofocus maxLength={500} {...form.getInputProps('why')} />
    </FormDialog>
  )
}

import { Button, Checkbox, Menu, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { LONGEST, type Status, statuses, statusNames } from '../rules/options.ts'
import { type Row, useReload } from './use-prayer.ts'

/** "Update Status": each with a note, an answer with its testimony. */
export function StatusMenu({ row }: { row: Pick<Row, 'id' | 'status' | 'version' | 'name'> }) {
  const [chosen, setChosen] = useState<Status | null>(null)
  if (!useMay('prayer.write')) return null
  return (
    // The row itself opens on a click.
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: stops the click of the row
    <span onClick={event => event.stopPropagation()}>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="compact-sm" variant="default" aria-label={`Update Status of ${row.name ?? 'this request'}`}>
            Update Status
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {statuses
            .filter(one => one !== row.status)
            .map(one => (
              <Menu.Item key={one} onClick={() => setChosen(one)}>
                {one === 'archived' ? 'Archive' : statusNames[one]}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {chosen ? <StatusForm row={row} status={chosen} onClose={() => setChosen(null)} /> : null}
    </span>
  )
}

interface StatusFormProps {
  row: Pick<Row, 'id' | 'version'>
  status: Status
  onClose: () => void
}
function StatusForm({ row, status, onClose }: StatusFormProps) {
  const form = useForm({ initialValues: { note: '', testimony: '', testimonyShared: false } })
  const reload = useReload()
  const isAnswer = status === 'answered'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={isAnswer ? 'Answered' : `Set to ${statusNames[status]}`}
      submitLabel="Update Status"
      form={form}
      onSubmit={async ({ note, testimony, testimonyShared }) => {
        await client.prayerRequests.setStatus({
          id: row.id,
          version: row.version,
          status,
          note,
          ...(isAnswer && testimony && { testimony, testimonyShared }),
        })
        await reload()
      }}
    >
      {isAnswer ? (
        <>
          <Textarea
            label="Testimony"
            description="In their own words, if they told you."
            autosize
            minRows={3}
            maxLength={LONGEST}
            {...form.getInputProps('testimony')}
          />
          <Checkbox
            label="They agreed that we share it"
            {...form.getInputProps('testimonyShared', { type: 'checkbox' })}
          />
        </>
      ) : null}
      <Textarea
        label="Note"
        description="Kept in the history."
        autosize
        maxLength={1_000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

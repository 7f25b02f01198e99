import { Alert, Anchor, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { CopiedText } from '#ui/copied-text.tsx'
import { counted } from '#ui/counted.ts'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { labelOf } from '../rules/states.ts'
import { CodeSettings } from './code-settings.tsx'
import { DownloadMenu } from './download-menu.tsx'
import type { QrCode } from './generator.tsx'
import { Placements } from './placements.tsx'
import { Weeks } from './weeks.tsx'

/** One code beside the list. */
export function CodeDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const input = { id: id ?? '' }
  const query = useQuery(api.qrCodes.get.queryOptions({ input, enabled: id !== null, meta: { live: ['qrCodes'] } }))
  return (
    <DetailDrawer
      id={id}
      onClose={onClose}
      query={query}
      title={code => code.name}
      noun="QR code"
      actions={code => <Actions code={code} onClose={onClose} />}
    >
      {code => <Detail code={code} />}
    </DetailDrawer>
  )
}

function Actions({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const mayWrite = useMay('content.write')
  const [open, setOpen] = useState<'target' | 'settings' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DownloadMenu code={code} />
      {mayWrite && code.mode === 'tracked' ? (
        <Button variant="default" onClick={() => setOpen('target')}>
          Edit target
        </Button>
      ) : null}
      {mayWrite ? <More code={code} onClose={onClose} edit={() => setOpen('settings')} /> : null}
      <EditTarget key={`target ${code.version}`} code={code} opened={open === 'target'} onClose={close} />
      <CodeSettings key={`settings ${code.version}`} code={code} opened={open === 'settings'} onClose={close} />
    </>
  )
}

function More({ code, onClose, edit }: { code: QrCode; onClose: () => void; edit: () => void }) {
  const { run } = useMutate({ keys: [api.qrCodes.key()] })
  const { id, name, mode, status } = code
  const said = (done: string) => ({ done, failed: 'Nothing was changed' })
  async function remove() {
    const text =
      mode === 'tracked'
        ? 'Anyone who scans it sees a page of your church instead. You can restore it for 30 days.'
        : 'What is printed goes on working. You can restore it for 30 days.'
    if (!(await confirm({ title: `Delete ${name}?`, text, confirm: 'Delete', danger: true }))) return
    const undo = () => client.qrCodes.restore({ id })
    if (await run(() => client.qrCodes.remove({ id }), { ...said('Moved to the trash'), undo })) onClose()
  }
  const isResting = status === 'paused' || status === 'archived'
  const entries: [string, () => unknown, boolean][] = [
    ['Edit', edit, true],
    ['Pause', () => run(() => client.qrCodes.pause({ id }), said('Paused')), mode === 'tracked' && !isResting],
    ['Resume', () => run(() => client.qrCodes.resume({ id }), said('Active again')), isResting],
    ['Duplicate', () => run(() => client.qrCodes.duplicate({ id }), said('Duplicated')), true],
    ['Archive', () => run(() => client.qrCodes.archive({ id }), said('Archived')), status !== 'archived'],
  ]
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default">More</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries
          .filter(([, , isShown]) => isShown)
          .map(([label, act]) => (
            <Menu.Item key={label} onClick={() => void act()}>
              {label}
            </Menu.Item>
          ))}
        <Menu.Item color="red" onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Detail({ code }: { code: QrCode }) {
  const { number, dateTime } = useFormat()
  const { scans, status, mode } = code
  return (
    <Stack>
      {code.problem ? <Alert color="red">{code.problem}</Alert> : null}
      {code.warnings.map(warning => (
        <Alert key={warning} color="yellow">
          {warning}
        </Alert>
      ))}
      <Group>
        <StatusBadge of="qrCode" value={status} label={labelOf(status)} />
        {code.expiresAt ? <Text size="sm">Expires {dateTime(code.expiresAt)}</Text> : null}
      </Group>
      {mode === 'tracked' ? (
        <>
          <Text>
            Leads to <Anchor href={code.target}>{code.target}</Anchor>
          </Text>
          <CopiedText text={code.payload} what="short link" />
          <Group justify="space-between">
            <Text>
              {counted(scans.total, 'scans', number)}, {number(scans.unique)} unique,{' '}
              {counted(scans.conversions, 'conversions', number)}
            </Text>
            <Button component={Link} to={`/qr-codes?tab=analytics&of=${code.id}`} variant="default" size="compact-sm">
              View Analytics
            </Button>
          </Group>
          <Placements code={code} />
          <Weeks key={code.version} code={code} />
          <History id={code.id} />
        </>
      ) : (
        <Text c="dimmed">A static code says what is printed: its scans are not counted, and it can’t be changed.</Text>
      )}
    </Stack>
  )
}

function EditTarget({ code, opened, onClose }: { code: QrCode; opened: boolean; onClose: () => void }) {
  const form = useForm({ initialValues: { target: code.content.type === 'url' ? code.content.url : '' } })
  const { run } = useMutate({ keys: [api.qrCodes.key()] })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Edit target"
      form={form}
      submitLabel="Save"
      onSubmit={async ({ target }) => {
        await client.qrCodes.retarget({ id: code.id, version: code.version, target })
        await run(async () => {}, { done: 'Saved. The next scan leads there.' })
      }}
    >
      <TextInput
        label="Web address"
        description="The printed code stays as it is."
        required
        data-autofocus
        {...form.getInputProps('target')}
      />
    </FormDialog>
  )
}

function History({ id }: { id: string }) {
  const { dateTime } = useFormat()
  const history = useQuery(api.qrCodes.history.queryOptions({ input: { id }, meta: { live: ['qrCodes'] } }))
  const items = history.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Panel title="Former targets">
      <Stack gap="xs">
        {items.map(one => (
          <Text key={one.id} size="sm">
            {dateTime(one.at)}: {one.by ?? 'A program'} changed {one.from} to {one.to}
          </Text>
        ))}
      </Stack>
    </Panel>
  )
}

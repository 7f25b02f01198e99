import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { type client, fetchFile } from '#web/api.ts'
import classes from './export-list.module.css'

export type AccountExport = Awaited<ReturnType<typeof client.exports.list>>['items'][number]

export const isMaking = (one: AccountExport) => one.state === 'waiting' || one.state === 'running'

/** The newest whole-account exports: how far one is, and those that can be fetched. */
export function ExportList({ items, path }: { items: AccountExport[]; path: string }) {
  if (items.length === 0) return null
  return (
    <ul className={classes.list}>
      {items.map(one => (
        <li key={one.id} className={classes.one}>
          {isMaking(one) ? (
            <Making one={one} />
          ) : one.state === 'ready' ? (
            <Ready one={one} path={path} />
          ) : (
            <Alert color="red">{one.problem ?? 'The export failed.'}</Alert>
          )}
        </li>
      ))}
    </ul>
  )
}

function Making({ one }: { one: AccountExport }) {
  const { number } = useFormat()
  const share = one.total > 0 ? (100 * one.done) / one.total : 0
  return (
    <Stack gap={6}>
      <Progress value={share} animated aria-label="How far the export is" />
      <Text size="sm" c="dimmed" aria-live="polite" data-figures>
        {one.total > 0
          ? `${number(one.done)} of ${counted(one.total, 'rows and files', number)}`
          : 'Waiting for its turn'}
      </Text>
    </Stack>
  )
}

function Ready({ one, path }: { one: AccountExport; path: string }) {
  const { dateTime, date, number } = useFormat()
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const response = await fetchFile(`${path}/${one.id}`)
      saveFile(`lampstand-export-${one.createdAt.slice(0, 10)}.zip`, await response.blob())
    } catch (error) {
      toastError(error, 'It was not downloaded')
    } finally {
      setBusy(false)
    }
  }
  const kilobytes = Math.max(1, Math.round((one.size ?? 0) / 1024))
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text>{dateTime(one.createdAt)}</Text>
        <Text size="sm" c="dimmed" data-figures>
          {kilobytes < 1024 ? `${number(kilobytes)} kB` : `${number(Math.round(kilobytes / 102.4) / 10)} MB`}
          {one.expiresAt ? `, until ${date(one.expiresAt)}` : ''}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        leftSection={<IconDownload size={16} stroke={1.75} />}
        onClick={() => void download()}
      >
        Download
      </Button>
    </Group>
  )
}

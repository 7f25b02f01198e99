import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '#ui/save-file.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { Format } from '../rules/states.ts'

const labels: Record<Format, string> = {
  png: 'PNG',
  svg: 'SVG',
  pdf: 'PDF',
  print: 'Print PDF (margin and crop marks)',
}

interface DownloadProps {
  code: { id: string; problem: string }
  placement?: string
  compact?: boolean
}
/** The code as a file. One that can't be read is for admins only, who are told. */
export function DownloadMenu({ code, placement, compact }: DownloadProps) {
  const { run, busy } = useMutate({})
  const { account } = useMe()
  const isAdmin = account.role === 'owner' || account.role === 'admin'
  const isBroken = code.problem !== ''
  const download = (format: Format) =>
    run(
      async () => {
        const wanted = { id: code.id, format, ...(placement && { placement }), ...(isBroken && { anyway: true }) }
        const { name, type, base64 } = await client.qrCodes.file(wanted)
        saveFile(name, new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], { type }))
      },
      { failed: 'Not downloaded' },
    )
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant={compact ? 'default' : 'filled'}
          size={compact ? 'compact-sm' : 'sm'}
          loading={busy}
          disabled={isBroken && !isAdmin}
          leftSection={<IconDownload size={16} stroke={1.75} />}
        >
          {isBroken && isAdmin ? 'Download anyway' : 'Download'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(labels).map(([format, label]) => (
          <Menu.Item key={format} onClick={() => void download(format as Format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

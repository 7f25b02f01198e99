import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { api, fetchFile } from '#web/api.ts'

const formats = [
  { format: 'png', label: 'Picture (PNG)', ending: '.png' },
  { format: 'pdf', label: 'PDF, 3.5 × 2 in', ending: '.pdf' },
  { format: 'print', label: 'PDF for a print shop, with bleed', ending: '-print.pdf' },
  { format: 'vcf', label: 'Contact (vCard)', ending: '.vcf' },
] as const

interface DownloadsProps {
  card: { id: string; slug: string }
  size?: 'compact-sm' | 'sm'
}

/** A card as files. */
export function Downloads({ card: { id, slug }, size = 'sm' }: DownloadsProps) {
  const queries = useQueryClient()
  async function save({ format, ending }: (typeof formats)[number]) {
    try {
      const file = await fetchFile(`/storage/v1/business-cards/${id}/${format}`)
      saveFile(`card-${slug}${ending}`, await file.blob())
      void queries.invalidateQueries({ queryKey: api.businessCards.key() })
    } catch (error) {
      toastError(error, 'The file was not made')
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size={size}
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(one => (
          <Menu.Item key={one.format} onClick={() => void save(one)}>
            {one.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

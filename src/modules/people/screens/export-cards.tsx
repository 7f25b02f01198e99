import { Button } from '@mantine/core'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import type { Selection } from '#ui/use-selection.ts'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { PeopleFilters } from './people.tsx'

/** Saves those chosen as one file for address books and phones. */
export async function saveCards(selection: { ids: string[] } | { filter: PeopleFilters }, name: string): Promise<void> {
  try {
    const { vcf } = await client.people.cards({ selection })
    saveFile(
      `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'contact'}.vcf`,
      vcf,
      'text/vcard;charset=utf-8',
    )
  } catch (error) {
    toastError(error, 'The export failed')
  }
}

export function ExportCards({ selection, filters }: { selection: Selection; filters: PeopleFilters }) {
  const mayExport = useMay('people.export')
  if (!mayExport) return null
  const chosen = selection.everything ? { filter: filters } : { ids: [...selection.ids] }
  return (
    <Button size="compact-sm" variant="default" onClick={() => void saveCards(chosen, 'people')}>
      Download vCards
    </Button>
  )
}

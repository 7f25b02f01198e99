import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from './save-file.ts'
import { toastError } from './toast.tsx'

export interface ExportCsvProps {
  /** the file's name, such as leads.csv */
  name: string
  /** asks the server for what the list's filters find */
  make: () => Promise<{ csv: string }>
  /** where several files stand beside each other */
  label?: string
}

/** The button beside a list that saves what it shows as a file. */
export function ExportCsv({ name, make, label = 'Export CSV' }: ExportCsvProps) {
  const save = async () => {
    try {
      saveFile(name, (await make()).csv)
    } catch (error) {
      toastError(error, 'The export failed')
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void save()}>
      {label}
    </Button>
  )
}

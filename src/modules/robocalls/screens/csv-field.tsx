import { Button, FileButton, Group, Input, List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { counted } from '#ui/counted.ts'
import type { client } from '#web/api.ts'

type Loaded = Awaited<ReturnType<typeof client.callRules.importNoCalls>>

interface CsvFieldProps {
  label: string
  description: string
  /** Of the file that was read. */
  name: string
  error: ReactNode
  onRead: (csv: string, name: string) => void
}

/** A file of numbers, read in the browser. */
export function CsvField({ label, description, name, error, onRead }: CsvFieldProps) {
  const id = useId()
  return (
    <Input.Wrapper label={label} description={description} error={error} id={id}>
      <Group gap="xs" mt={4}>
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          onChange={file => file && void file.text().then(csv => onRead(csv, file.name))}
        >
          {props => (
            <Button {...props} id={id} variant="default" leftSection={<IconUpload size={16} stroke={1.75} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {name || 'No file chosen'}
        </Text>
      </Group>
    </Input.Wrapper>
  )
}

/** Says what a file brought, and which of its lines hold no number. */
export function openLoaded({ numbers, known, failed, problems }: Loaded): void {
  modals.open({
    title: `${counted(numbers, 'numbers', grouped)} added`,
    children: (
      <Stack gap="xs">
        {known > 0 ? <Text>{counted(known, 'numbers', grouped)} had already been added.</Text> : null}
        {failed > 0 ? <Text>{counted(failed, 'lines', grouped)} couldn’t be read:</Text> : null}
        <List size="sm">
          {problems.slice(0, 20).map(({ line, text }) => (
            <List.Item key={line}>
              Line {line}: {text}
            </List.Item>
          ))}
        </List>
        {failed > 20 ? <Text size="sm">and {grouped(failed - Math.min(20, problems.length))} more</Text> : null}
      </Stack>
    ),
  })
}

const grouped = (count: number) => count.toLocaleString('en-US')

import { Anchor, Button, Group, Loader, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { api, fetchFile } from '#web/api.ts'

/** Opens an email as it arrived: its headers, and the whole of it as a file. */
export function OriginalEmail({ messageId }: { messageId: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Anchor component="button" type="button" size="xs" onClick={open}>
        Show original
      </Anchor>
      <Modal opened={opened} onClose={close} title="Original email" size="lg">
        <Original messageId={messageId} />
      </Modal>
    </>
  )
}

function Original({ messageId }: { messageId: string }) {
  const { data, error, refetch } = useQuery(
    api.inboundEmails.original.queryOptions({ input: { id: messageId }, retry: false }),
  )
  const download = () =>
    fetchFile(`/storage/v1/original-emails/${messageId}`)
      .then(answer => answer.blob())
      .then(
        blob => saveFile('email.eml', blob),
        failure => toastError(failure, 'The email could not be downloaded'),
      )
  if (error)
    return (
      <Stack gap="sm">
        <Text size="sm">The original is no longer available. Originals are kept for 30 days.</Text>
        <Group>
          <Button variant="default" onClick={() => void refetch()}>
            Retry
          </Button>
        </Group>
      </Stack>
    )
  if (!data) return <Loader aria-label="Loading" />
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" onClick={download}>
          Download
        </Button>
      </Group>
      <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: 0, 'aria-label': 'Headers' }}>
        <Table withRowBorders={false}>
          <Table.Tbody>
            {data.headers.map(({ name, value }, i) => (
              // Several headers have the same name and value.
              <Table.Tr key={i}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Stack>
  )
}

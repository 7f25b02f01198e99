import { Kbd, Modal, Table } from '@mantine/core'
import { useOs } from '@mantine/hooks'

const keys = (command: string) =>
  [
    [[command, 'K'], 'Search people, screens, actions, settings and help'],
    [['?'], 'Show these shortcuts'],
    [['Space'], 'Pick up a card on the board. Arrow keys move it, Space drops it.'],
    [['Enter'], 'Open the selected item, or send in a conversation'],
    [['Shift', 'Enter'], 'New line in a conversation'],
    [['Esc'], 'Close a dialog, drawer or menu'],
  ] as const

/** The list that the question mark opens. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const command = useOs() === 'macos' ? '⌘' : 'Ctrl'
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {keys(command).map(([pressed, what]) => (
            <Table.Tr key={what}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {pressed.map(key => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

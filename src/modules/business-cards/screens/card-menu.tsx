import { Menu, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconCopy, IconExternalLink, IconLink, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { nameOf } from '../rules/design.ts'
import type { Card, CardDraft } from './use-card.ts'

interface MenuProps {
  card: Card
  draft: CardDraft
}

export function CardMenu({ card, draft }: MenuProps) {
  const [changing, { open, close }] = useDisclosure()
  const { copy, remove } = useVerbs(card, draft)
  return (
    <>
      <Menu.Item
        leftSection={<IconExternalLink size={16} stroke={1.75} />}
        onClick={() => window.open(card.address, '_blank')}
      >
        View page
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={16} stroke={1.75} />} onClick={open} closeMenuOnClick={false}>
        Change address
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void copy()}>
        Duplicate
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void remove()}>
        Delete
      </Menu.Item>
      <ChangeAddress card={card} draft={draft} opened={changing} onClose={close} />
    </>
  )
}

function useVerbs({ id, ...card }: Card, draft: CardDraft) {
  const navigate = useNavigate()
  const act = useAct(api.businessCards.key())
  const name = nameOf(card) || card.organization
  async function copy() {
    let made = ''
    await draft.flush()
    const duplicate = async () => void ({ id: made } = await client.businessCards.duplicate({ id }))
    await act(duplicate, 'Copied', 'The card was not copied')
    if (made) navigate(`/qr-codes/cards/${made}`)
  }
  async function remove() {
    const text = 'Its QR code leads to your church’s own page. You can restore it for 30 days.'
    if (!(await confirm({ title: `Delete the card of ${name}?`, text, confirm: 'Delete this card', danger: true })))
      return
    if (!(await act(() => client.businessCards.remove({ id }), undefined, 'The card was not deleted'))) return
    navigate('/qr-codes?tab=business-cards')
    toast(`${name} moved to the trash`, async () => {
      await client.businessCards.restore({ id })
      navigate(`/qr-codes/cards/${id}`)
    })
  }
  return { copy, remove }
}

/** Apart from what saves itself: each address that a card had leads to it for good. */
function ChangeAddress({ card, draft, opened, onClose }: MenuProps & { opened: boolean; onClose: () => void }) {
  const form = useForm({ initialValues: { slug: card.slug } })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Change address"
      form={form}
      submitLabel="Change"
      onSubmit={async ({ slug }) => {
        await draft.flush()
        draft.replace(await client.businessCards.update({ id: card.id, version: draft.version(), slug }))
      }}
    >
      <TextInput
        label="Address of the page"
        description="The address before it keeps leading here."
        leftSection="/card/"
        leftSectionWidth={64}
        data-autofocus
        {...form.getInputProps('slug')}
      />
    </FormDialog>
  )
}

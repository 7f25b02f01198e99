import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { nameOf } from '../rules/design.ts'
import type { Card, CardDraft } from './use-card.ts'

interface LeftProps {
  card: Card
  draft: CardDraft
}

/** Its member is gone: who is to answer for them. */
export function LeftTeam({ card, draft }: LeftProps) {
  const [opened, { open, close }] = useDisclosure()
  const mayWrite = useMay('content.write')
  const told = card.successorId || card.instead
  return (
    <Alert color="yellow" mb="md" title={`${nameOf(card) || 'This member'} has left the team`}>
      <Text size="sm" mb="xs">
        {told
          ? 'The page of this card says whom to contact instead.'
          : 'The page of this card says so. Choose who answers in their place.'}
      </Text>
      {mayWrite ? (
        <Group>
          <Button size="xs" onClick={open}>
            Reassign
          </Button>
        </Group>
      ) : null}
      <Reassign card={card} draft={draft} opened={opened} onClose={close} />
    </Alert>
  )
}

const kinds = [
  { value: 'contact', label: 'Church contact' },
  { value: 'card', label: 'Another card' },
  { value: 'member', label: 'New owner' },
]
type Kind = 'contact' | 'card' | 'member'
interface Values extends Record<string, unknown> {
  kind: Kind
  name: string
  phone: string
  email: string
  cardId: string | null
  userId: string | null
}

const targetOf = ({ kind, name, phone, email, cardId, userId }: Values) => {
  if (kind === 'contact') return { kind, name, phone, email }
  return kind === 'card' ? { kind, cardId: cardId ?? '' } : { kind, userId: userId ?? '' }
}

function Reassign({ card, draft, opened, onClose }: LeftProps & { opened: boolean; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: {
      kind: 'contact',
      name: card.instead?.name ?? 'Church office',
      phone: card.instead?.phone ?? '',
      email: card.instead?.email ?? '',
      cardId: card.successorId,
      userId: null,
    },
    validate: {
      cardId: (value, { kind }) => (kind === 'card' && !value ? 'Please choose a card' : null),
      userId: (value, { kind }) => (kind === 'member' && !value ? 'Please choose a member' : null),
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Who answers in their place?"
      form={form}
      submitLabel="Reassign"
      onSubmit={async values => {
        await draft.flush()
        draft.replace(await client.businessCards.reassign({ id: card.id, to: targetOf(values) }))
      }}
    >
      <SegmentedControl fullWidth aria-label="Who answers" data={kinds} {...form.getInputProps('kind')} />
      {form.values.kind === 'contact' ? (
        <Stack gap="sm">
          <TextInput label="Name" {...form.getInputProps('name')} />
          <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
          <TextInput label="Email" type="email" {...form.getInputProps('email')} />
        </Stack>
      ) : null}
      {form.values.kind === 'card' ? <OtherCard id={card.id} {...form.getInputProps('cardId')} /> : null}
      {form.values.kind === 'member' ? (
        <MemberSelect
          label="Member"
          description="The card shows their name and email from now on."
          {...form.getInputProps('userId')}
        />
      ) : null}
    </FormDialog>
  )
}

function OtherCard({ id, ...props }: { id: string }) {
  const { data } = useQuery(api.businessCards.list.queryOptions({ input: { limit: 200 } }))
  const cards = (data?.items ?? []).filter(one => one.id !== id && !one.leftAt)
  return (
    <Select
      label="Card"
      searchable
      data={cards.map(one => ({ value: one.id, label: nameOf(one) || one.organization }))}
      {...props}
    />
  )
}

import { ActionIcon, Badge, Button, Card, Group, Menu, Stack, Text } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { offerNames } from '../rules/offers.ts'
import { OfferForm } from './offer-form.tsx'
import type { Site } from './site.tsx'

export type Offer = Awaited<ReturnType<typeof client.membershipOffers.list>>['items'][number]
const keys = [api.membershipOffers.key(), api.membershipSites.key()]

/** The ways into a site. */
export function Offers({ site }: { site: Site }) {
  const mayWrite = useMay('content.write')
  const [edited, setEdited] = useState<Offer | 'new' | null>(null)
  const { data, error, refetch } = useQuery(
    api.membershipOffers.list.queryOptions({ input: { siteId: site.id }, meta: { live: ['membership'] } }),
  )
  if (error) return <ErrorPanel error={error} what="the offers" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={72} />
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited('new')}>
      Add offer
    </Button>
  )
  return (
    <Stack maw={720}>
      {data.items.length === 0 ? (
        <EmptyState
          title="No offers yet"
          text="An offer says who gets in: everyone, people with a code, a group, or those who pay."
          action={mayWrite ? add : null}
        />
      ) : (
        <>
          {data.items.map(offer => (
            <OfferCard key={offer.id} offer={offer} onEdit={() => setEdited(offer)} />
          ))}
          {mayWrite ? <Group>{add}</Group> : null}
        </>
      )}
      {edited ? (
        <OfferForm
          key={edited === 'new' ? 'new' : edited.id}
          site={site}
          offer={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Stack>
  )
}

function OfferCard({ offer, onEdit }: { offer: Offer; onEdit: () => void }) {
  const mayWrite = useMay('content.write')
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="start">
        <OfferFacts offer={offer} />
        {mayWrite ? (
          <Group gap={4} wrap="nowrap">
            <Button size="xs" variant="default" onClick={onEdit}>
              Edit
            </Button>
            <OfferMenu offer={offer} />
          </Group>
        ) : null}
      </Group>
    </Card>
  )
}

const OfferFacts = ({ offer }: { offer: Offer }) => (
  <Stack gap={2}>
    <Text fw={600}>{offer.name}</Text>
    <Text size="sm">{offer.price}</Text>
    <Group gap="xs">
      <Badge variant="light">{offerNames[offer.kind]}</Badge>
      {offer.isOn ? null : (
        <Badge variant="light" color="gray">
          Off
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {offer.members === 1 ? '1 member' : `${offer.members} members`}
        {offer.kind === 'code' ? `, code ${offer.code}` : ''}
        {offer.accessDays ? `, ${counted(offer.accessDays, 'days')}` : ''}
      </Text>
    </Group>
  </Stack>
)

function OfferMenu({ offer }: { offer: Offer }) {
  const act = useAct(...keys)
  const { id, name, version, isOn } = offer
  const toggle = () =>
    act(
      () => client.membershipOffers.update({ id, version, isOn: !isOn }),
      isOn ? 'Offer switched off' : 'Offer switched on',
    )
  async function remove() {
    const agreed = await confirm({
      title: `Delete ${name}?`,
      text: 'Nobody came by it yet.',
      confirm: 'Delete offer',
      danger: true,
    })
    if (agreed) await act(() => client.membershipOffers.remove({ id }), `${name} deleted`, 'The offer was not deleted')
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More for ${name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void toggle()}>{isOn ? 'Switch off' : 'Switch on'}</Menu.Item>
        <Menu.Item color="red" onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

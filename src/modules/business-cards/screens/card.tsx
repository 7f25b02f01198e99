import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { CopiedText } from '#ui/copied-text.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { nameOf } from '../rules/design.ts'
import { CardPicture } from '../widgets/card-picture.tsx'
import { Downloads } from '../widgets/downloads.tsx'
import classes from './card.module.css'
import { CardFields } from './card-fields.tsx'
import { CardMenu } from './card-menu.tsx'
import { LeftTeam } from './left-team.tsx'
import { type Card, type CardDraft, useCard } from './use-card.ts'

export const meta = () => titled('Business Card')

const back = (
  <Anchor component={Link} to="/qr-codes?tab=business-cards">
    All business cards
  </Anchor>
)

/** One card, with its picture beside what stands on it. */
export default function CardScreen() {
  const { id = '' } = useParams()
  const card = useQuery(api.businessCards.get.queryOptions({ input: { id } }))
  if (card.data) return <Whole key={card.data.id} card={card.data} />
  return (
    <>
      <PageHeader title="Business card" purpose={back} />
      {card.error ? (
        <ErrorPanel error={card.error} what="this card" onRetry={() => void card.refetch()} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  )
}

function Whole({ card }: { card: Card }) {
  const draft = useCard(card)
  const mayWrite = useMay('content.write')
  const { words } = draft
  return (
    <>
      <PageHeader
        title={nameOf(words) || words.organization || 'Business card'}
        purpose={
          <Group component="span" gap="xs">
            {back}
            <SaveState state={draft} />
          </Group>
        }
        action={<Downloads card={card} />}
        menu={mayWrite ? <CardMenu card={card} draft={draft} /> : undefined}
      />
      {draft.conflict ? <Conflict draft={draft} /> : null}
      {card.leftAt ? <LeftTeam card={card} draft={draft} /> : null}
      <div className={classes.split}>
        <CardFields draft={draft} disabled={!mayWrite} />
        <Preview card={card} draft={draft} />
      </div>
    </>
  )
}

const Conflict = ({ draft }: { draft: CardDraft }) => (
  <Alert color="yellow" role="alert" mb="md" title="Someone else changed this card while you were editing">
    <Text size="sm" mb="xs">
      Nothing was overwritten. Use the saved version, or save yours over it.
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => void draft.settle(false)}>
        Use their version
      </Button>
      <Button size="xs" onClick={() => void draft.settle(true)}>
        Save my version
      </Button>
    </Group>
  </Alert>
)

function Preview({ card, draft }: { card: Card; draft: CardDraft }) {
  const { hasDirections: _, bookTypeId: __, ...face } = draft.words
  const [shown] = useDebouncedValue(face, 200)
  const { data } = useQuery(
    api.businessCards.draw.queryOptions({
      input: { ...shown, id: card.id },
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  const name = nameOf(face) || face.organization
  return (
    <Stack className={classes.preview} gap="sm">
      <CardPicture svg={data?.svg ?? card.svg} name={name} />
      {data && data.findings.length > 0 ? (
        <Alert color="yellow" title="Check before you print">
          <List size="sm">
            {data.findings.map(text => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      <div>
        <Text size="sm" fw={550}>
          Page of this card
        </Text>
        <CopiedText text={card.address} what="Address" />
        <Anchor href={card.address} target="_blank" rel="noreferrer" size="sm">
          Open the page
        </Anchor>
      </div>
      <Text size="sm" c="dimmed">
        The QR code leads there by a short address that stays the same, so that scans are counted and a printed card
        never ends nowhere.
      </Text>
    </Stack>
  )
}

import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconClipboard, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { keyed } from '#kernel/modules.ts'
import { useMe } from '#web/me.tsx'
import { copyStep, newStepId } from '../rules/edit.ts'
import type { Step } from '../rules/graph.ts'
import classes from './editor.module.css'
import { kindIcons, kindLabels, labelOf, StepIcon } from './step-icon.tsx'
import { useEditor } from './use-editor.ts'
import { focusStep } from './use-keys.ts'

type Fresh = (id: string) => Step
const none = { match: 'all', of: [] }
const flow: Record<keyof typeof kindLabels, { hint: string; make: Fresh }> = {
  wait: {
    hint: 'For some time, until a date, a time of day or an event',
    make: id => ({ id, kind: 'wait', wait: { for: 'duration', amount: 1, unit: 'days' } }),
  },
  branch: {
    hint: 'Different steps for different people',
    make: id => ({ id, kind: 'branch', conditions: none, yes: [], no: [] }),
  },
  split: {
    hint: 'A share of people, by chance',
    make: id => ({ id, kind: 'split', percent: 50, yes: [], no: [] }),
  },
  approval: {
    hint: 'A member says yes or no',
    make: id => ({
      id,
      kind: 'approval',
      question: 'Should this go on?',
      assigneeId: null,
      amount: 3,
      unit: 'days',
      yes: [],
      no: [],
    }),
  },
  goal: { hint: 'Ends it for people who have arrived', make: id => ({ id, kind: 'goal', conditions: none }) },
  exit: { hint: 'Ends it here', make: id => ({ id, kind: 'exit' }) },
}

interface Offer {
  key: string
  group: string
  label: string
  hint: string
  icon: ReactNode
  make: Fresh
}

const groupLabels: Record<string, string> = { people: 'People', leads: 'Leads', sms: 'Text', email: 'Email' }
/** Actions are grouped by the module that brings them: the first word of their key. */
const groupOf = (key: string) => {
  const first = key.split('.')[0]!
  return groupLabels[first] ?? first.charAt(0).toUpperCase() + first.slice(1)
}

function useOffers(): Offer[] {
  const { may } = useMe()
  const { says, clip, graph } = useEditor()
  const actions = [...keyed('automationActions')]
    .filter(([, action]) => may(action.permission))
    .map(([key, { label, sentence }]): Offer => {
      const make: Fresh = id => ({ id, kind: 'action', action: key, input: {} })
      const hint = sentence ? says.action(key, {}) : ''
      return { key, group: groupOf(key), label, hint, icon: <StepIcon step={make('x')} />, make }
    })
  const kinds = Object.entries(flow).map(([kind, one]): Offer => {
    const Icon = kindIcons[kind as keyof typeof flow]
    const icon = <Icon size={18} stroke={1.75} aria-hidden />
    return { key: kind, group: 'Flow', label: kindLabels[kind as keyof typeof flow], icon, ...one }
  })
  const pasted: Offer[] = clip
    ? [
        {
          key: 'paste',
          group: 'Clipboard',
          label: `Paste “${labelOf(clip)}”`,
          hint: 'The step you copied',
          icon: <IconClipboard size={18} stroke={1.75} aria-hidden />,
          make: () => copyStep(graph, clip),
        },
      ]
    : []
  return [...pasted, ...actions, ...kinds]
}

/** Chooses what is added. Enter in the search takes the first one. */
export function StepPicker() {
  const { adding, openAdd, add, graph } = useEditor()
  const [q, setQ] = useState('')
  const words = q.trim().toLowerCase()
  const offers = useOffers().filter(one => `${one.label} ${one.group}`.toLowerCase().includes(words))
  const groups = [...new Set(offers.map(one => one.group))]
  const close = () => {
    openAdd(null)
    setQ('')
  }
  const choose = (offer: Offer) => {
    const step = offer.make(newStepId(graph))
    add(adding!, step)
    close()
    focusStep(step.id)
  }
  return (
    <Modal opened={adding !== null} onClose={close} title="Add a step" size="lg" returnFocus={false}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          aria-label="Search steps"
          placeholder="Search steps"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={q}
          onChange={event => setQ(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && offers[0] && choose(offers[0])}
        />
        {groups.map(group => (
          <Group key={group} name={group} offers={offers.filter(one => one.group === group)} onChoose={choose} />
        ))}
        {offers.length === 0 ? <Text c="dimmed">No results</Text> : null}
      </Stack>
    </Modal>
  )
}

interface GroupProps {
  name: string
  offers: Offer[]
  onChoose: (offer: Offer) => void
}

const Group = ({ name, offers, onChoose }: GroupProps) => (
  <section aria-label={name}>
    <Text size="xs" c="dimmed" fw={550} mb={4}>
      {name}
    </Text>
    <div className={classes.offers}>
      {offers.map(one => (
        <UnstyledButton key={one.key} className={classes.offer} onClick={() => onChoose(one)}>
          {one.icon}
          <span>
            <Text span display="block" fw={550} size="sm">
              {one.label}
            </Text>
            {name === 'Flow' || name === 'Clipboard' ? (
              <Text span size="xs" c="dimmed">
                {one.hint}
              </Text>
            ) : null}
          </span>
        </UnstyledButton>
      ))}
    </div>
  </section>
)

import { Alert, Button, Checkbox, Group, NumberInput, Table, Text } from '@mantine/core'
import { confirm } from '#ui/confirm.tsx'
import { useFormat } from '#ui/format.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { SetStep, StepPanelProps } from './step-panel.tsx'
import type { Funnel } from './use-funnels.ts'

/** How the A/B test of a step ends, and where it stands. */
export function StepTest({ funnel, step, draft, disabled, set }: StepPanelProps & { set: SetStep }) {
  const test = funnel.tests.find(one => one.stepId === step.id)
  return (
    <>
      <Group align="end">
        <NumberInput
          label="Days of the test"
          min={1}
          max={90}
          maw="10rem"
          disabled={disabled}
          value={step.test.days}
          onChange={value =>
            set({ test: { ...step.test, days: Math.min(90, Math.max(1, Math.round(Number(value) || 1))) } })
          }
        />
        <Checkbox
          label="Then keep the better page, if the difference is significant"
          disabled={disabled}
          checked={step.test.isAutomatic}
          onChange={event => set({ test: { ...step.test, isAutomatic: event.currentTarget.checked } })}
        />
      </Group>
      {test ? <Standing funnel={funnel} test={test} draft={draft} /> : null}
    </>
  )
}

type Test = Funnel['tests'][number]

function sentenceOf(test: Test, letter: (id: string | null) => string, date: (at: Date | string) => string): string {
  const { state, winnerId, leader, why, needed, decideAt, decidedAt } = test
  if (state === 'won')
    return `Page ${letter(winnerId)} won${decidedAt ? ` on ${date(decidedAt)}` : ''}. Every visitor sees it.`
  if (state === 'undecided')
    return 'The test ended without a significant difference. Both pages stay: choose one yourself.'
  if (why === 'too_few') return `Not enough data: each page needs ${needed} conversions before anything can be said.`
  if (why === 'too_close') return 'The pages are too close to call: the difference may be chance.'
  return `Page ${letter(leader)} is ahead. The test ends on ${date(decideAt)}.`
}

function Standing({ funnel, test, draft }: { funnel: Funnel; test: Test; draft: StepPanelProps['draft'] }) {
  const { date } = useFormat()
  const mayPublish = useMay('content.publish')
  const act = useAct(api.funnels.key())
  const step = draft.words.draft.find(one => one.id === test.stepId)
  const letter = (id: string | null) => 'ABCD'[step?.variants.findIndex(one => one.id === id) ?? -1] ?? '?'
  async function decide(variantId: string | null) {
    const page = variantId && `page ${letter(variantId)}`
    const title = page ? `Show only ${page}?` : 'Start the test again?'
    const text = page ? 'Every visitor sees it from now on. You can start the test again.' : 'It counts from today.'
    if (!(await confirm({ title, text, confirm: page ? `Use ${page}` : 'Start again' }))) return
    const { id } = funnel
    await act(
      async () => draft.accept(await client.funnels.decide({ id, stepId: test.stepId, variantId })),
      page ? `Every visitor sees ${page}` : 'The test starts again',
    )
  }
  return (
    <Alert color={test.state === 'won' ? 'green' : 'blue'} title="A/B test">
      <Text size="sm" mb="xs">
        {sentenceOf(test, letter, date)}
      </Text>
      <Sides test={test} letter={letter} onChoose={mayPublish ? id => void decide(id) : undefined} />
      {mayPublish && test.state !== 'running' ? (
        <Button size="compact-sm" variant="subtle" onClick={() => void decide(null)}>
          Start the test again
        </Button>
      ) : null}
    </Alert>
  )
}

interface SidesProps {
  test: Test
  letter: (id: string | null) => string
  onChoose: ((variantId: string) => void) | undefined
}
function Sides({ test, letter, onChoose }: SidesProps) {
  const { number, percent } = useFormat()
  return (
    <Table aria-label="A/B test">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Page</Table.Th>
          <Table.Th>Unique visitors</Table.Th>
          <Table.Th>Conversions</Table.Th>
          <Table.Th>Rate</Table.Th>
          <Table.Th>Choose</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {test.sides.map(({ variantId, visitors, conversions }) => (
          <Table.Tr key={variantId} data-figures>
            <Table.Td>{letter(variantId)}</Table.Td>
            <Table.Td>{number(visitors)}</Table.Td>
            <Table.Td>{number(conversions)}</Table.Td>
            <Table.Td>{visitors > 0 ? percent(conversions / visitors) : '–'}</Table.Td>
            <Table.Td>
              {onChoose && test.winnerId !== variantId ? (
                <Button size="compact-sm" variant="default" onClick={() => onChoose(variantId)}>
                  Use page {letter(variantId)}
                </Button>
              ) : null}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { leftOutWords } from '#people/audience/rules/reasons.ts'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMe } from '#web/me.tsx'
import { APPROVAL_ABOVE } from '../rules/states.ts'
import classes from './robocall-widgets.module.css'
import type { CallCampaign } from './use-call-draft.ts'
import { useDollars } from './use-dollars.ts'
import { useLengthWords } from './use-length-words.ts'

type CallPreflight = Awaited<ReturnType<typeof client.robocalls.preflight>>

interface PreflightPanelProps {
  campaign: CallCampaign
  onStarted: (campaign: CallCampaign) => void
  /** Left of the start button. */
  foot?: ReactNode
}

const callsOf = ({ now, held }: CallPreflight) => now + held.reduce((sum, one) => sum + one.count, 0)

/** Who would be called, when, at what cost, and who not and why; then it starts or is scheduled. */
export function PreflightPanel(props: PreflightPanelProps) {
  const { id } = props.campaign
  const preflight = useQuery({
    ...api.robocalls.preflight.queryOptions({ input: { id } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const { data, error, refetch } = preflight
  if (error && !data) return <ErrorPanel error={error} what="the preflight" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  return (
    <Stack>
      {data.obstacles.length > 0 ? (
        <Alert color="red" title="This campaign can’t start yet" role="alert">
          <ul className={classes.list}>
            {data.obstacles.map(one => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Figures data={data} />
      <Excluded campaign={props.campaign} data={data} />
      {data.needsApproval ? (
        <Alert color="yellow">
          Calls to more than {APPROVAL_ABOVE} numbers need the approval of a second person. Everyone else who can start
          campaigns is notified.
        </Alert>
      ) : null}
      <Start {...props} data={data} check={() => void refetch()} />
    </Stack>
  )
}

function Figures({ data }: { data: CallPreflight }) {
  const lengthWords = useLengthWords()
  const { number, dateTime } = useFormat()
  const dollars = useDollars()
  const facts: [string, ReactNode][] = [
    ['Called right away', number(data.now)],
    ...data.held.map(({ count, until }): [string, ReactNode] => [`Held until ${dateTime(until)}`, number(count)]),
    ['Not called', number(data.excluded.reduce((sum, one) => sum + one.count, 0))],
    ['Estimated cost', dollars(data.cost)],
    ['Length of a call', lengthWords(data.seconds)],
  ]
  if (data.endsAt) facts.push(['Finished by', dateTime(data.endsAt)])
  return (
    <dl className={classes.facts} data-figures aria-label="Preflight">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Excluded({ campaign: { id }, data: { excluded } }: { campaign: CallCampaign; data: CallPreflight }) {
  const { number } = useFormat()
  if (excluded.length === 0) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" fw={600}>
        Not called, and why
      </Text>
      <ul className={classes.list} data-figures>
        {excluded.map(({ reason, count }) => (
          <li key={reason}>
            {number(count)} {leftOutWords(reason, 'voice')}
          </li>
        ))}
      </ul>
      <ExportPeople
        name="not-called.csv"
        label="Export who is not called"
        make={() => client.robocalls.excludedCsv({ id })}
      />
    </Stack>
  )
}

interface StartProps extends PreflightPanelProps {
  data: CallPreflight
  /** Asks once more who would be called. */
  check: () => void
}

function useStart({ campaign, data, check, onStarted }: StartProps) {
  const queries = useQueryClient()
  const { account } = useMe()
  const { dateTime } = useFormat()
  const dollars = useDollars()
  const [isLater, setIsLater] = useState(false)
  const [at, setAt] = useState('')
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const calls = callsOf(data)
  const begins = isLater && at ? instantAt(at, account.timeZone) : null
  const label = data.needsApproval ? 'Request approval' : isLater ? 'Schedule' : 'Start now'

  const ask = () =>
    confirm({
      title: `Call ${counted(calls, 'numbers')}?`,
      text: confirmWords({ data, begins, dateTime, dollars }),
      confirm: label,
      cancel: 'Not yet',
    })
  const start = async () => {
    if (isLater && !at) return setRefused('Please choose a date and time')
    if (!(await ask())) return
    setBusy(true)
    setRefused(undefined)
    const { id, version } = campaign
    try {
      const begun = await client.robocalls.start({ id, version, confirmed: calls, ...(begins && { at }) })
      toast(saidOf(begun, dateTime))
      onStarted(begun)
    } catch (error) {
      const wrong = fieldErrors(error).at
      if (wrong) setRefused(wrong)
      else toastError(error, 'The campaign did not start')
      check()
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: api.robocalls.key() })
    }
  }
  return { isLater, setIsLater, at, setAt, refused, setRefused, busy, calls, label, start, zone: account.timeZone }
}

interface ConfirmFacts {
  data: CallPreflight
  /** Null: right away. */
  begins: string | null
  dateTime: (at: string) => string
  dollars: (cents: number) => string
}

/** When it begins, what it costs, and when it would be over. */
function confirmWords({ data, begins, dateTime, dollars }: ConfirmFacts): string {
  const { needsApproval, endsAt, cost } = data
  const start = begins
    ? `The calls begin on ${dateTime(begins)}${needsApproval ? ', if a second person has approved them by then' : ''}.`
    : `The calls begin ${needsApproval ? 'as soon as a second person approves them' : 'right away'}.`
  const end = endsAt && !begins && !needsApproval ? ` They are finished by ${dateTime(endsAt)}.` : ''
  return `${start} They cost about ${dollars(cost)}.${end}`
}

function saidOf({ state, scheduledFor }: CallCampaign, dateTime: (at: string) => string): string {
  if (state === 'waiting') return 'Waiting for approval. Your team has been notified.'
  return state === 'scheduled' && scheduledFor ? `Scheduled for ${dateTime(scheduledFor)}` : 'Calling'
}

function Start(props: StartProps) {
  const { isLater, setIsLater, at, setAt, refused, setRefused, busy, calls, label, start, zone } = useStart(props)
  const isBlocked = calls === 0 || props.data.obstacles.length > 0
  return (
    <Stack>
      <Radio.Group label="When" value={isLater ? 'later' : 'now'} onChange={value => setIsLater(value === 'later')}>
        <Group mt="xs">
          <Radio value="now" label={props.data.needsApproval ? 'As soon as it is approved' : 'Now'} />
          <Radio value="later" label="Later" />
        </Group>
      </Radio.Group>
      {isLater ? (
        <TextInput
          type="datetime-local"
          label="Start on"
          description={`In your time zone: ${zone.split('/').at(-1)!.replaceAll('_', ' ')}. Each number still waits for its own call hours.`}
          value={at}
          error={refused}
          onChange={event => {
            setAt(event.currentTarget.value)
            setRefused(undefined)
          }}
        />
      ) : null}
      <div className={classes.foot}>
        {props.foot ?? <span />}
        <Button loading={busy} disabled={isBlocked} onClick={() => void start()}>
          {label}
        </Button>
      </div>
    </Stack>
  )
}

import {
  Alert,
  Anchor,
  Button,
  Drawer,
  Group,
  NativeSelect,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Timeline,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type Outcome, type Stage, stages } from '../rules/stages.ts'
import { CloseDialog } from './close-dialog.tsx'
import classes from './lead-drawer.module.css'
import { LeadFields } from './lead-fields.tsx'
import { TouchButtons } from './touch.tsx'
import type { Lead } from './use-board.ts'
import { useLeadForm } from './use-lead-form.ts'

interface LeadDrawerProps {
  id: string | null
  onClose: () => void
  onChanged: (lead: Lead) => void
  onRemoved: (id: string) => void
  /** the card has become part of another */
  onMoved: (id: string) => void
}

export function LeadDrawer({ id: asked, onClose, onChanged, onRemoved, onMoved }: LeadDrawerProps) {
  // What is being removed is asked for no more, while the address still names it.
  const [leaving, setLeaving] = useState<string | null>(null)
  const id = asked === leaving ? null : asked
  const lead = useQuery(api.leads.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))
  const moved = id && lead.data && lead.data.id !== id ? lead.data.id : null
  useEffect(() => {
    if (moved) onMoved(moved)
  }, [moved])
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      title={lead.data?.name ?? 'Lead'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {lead.error ? (
        <ErrorPanel error={lead.error} what="this lead" onRetry={() => void lead.refetch()} />
      ) : lead.data && lead.data.id === id ? (
        <Detail
          key={id}
          lead={lead.data}
          onChanged={onChanged}
          onRemoved={onRemoved}
          onClose={onClose}
          onLeaving={setLeaving}
        />
      ) : (
        <Stack>
          <Skeleton height={20} width="60%" />
          <Skeleton height={120} />
          <Skeleton height={200} />
        </Stack>
      )}
    </Drawer>
  )
}

interface DetailProps extends Omit<LeadDrawerProps, 'id' | 'onMoved'> {
  lead: Lead
  onLeaving: (id: string | null) => void
}

function Detail({ lead, onChanged, onRemoved, onClose, onLeaving }: DetailProps) {
  const queries = useQueryClient()
  const mayWrite = useMay('leads.write')
  const took = (next: Lead) => {
    queries.setQueryData(api.leads.get.queryKey({ input: { id: next.id } }), next)
    void queries.invalidateQueries({ queryKey: api.leads.history.key() })
    onChanged(next)
  }
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Stack gap={2} className={classes.contact}>
          <Text>{lead.email ?? 'No email address'}</Text>
          <Text c="dimmed">{lead.phone ? phoneText(lead.phone) : 'No phone number'}</Text>
          <Anchor component={Link} to={`/people/${lead.personId}`} size="sm">
            Open the person, with notes and timeline
          </Anchor>
        </Stack>
        <TouchButtons lead={lead} size={36} onDone={took} />
      </Group>
      {lead.overdue ? (
        <Alert color="red" title="Follow-up overdue">
          Nobody has contacted them since this was due. Call or email them to complete it.
        </Alert>
      ) : null}
      <StageSelect lead={lead} disabled={!mayWrite} onMoved={took} />
      <EditForm lead={lead} disabled={!mayWrite} onSaved={took} />
      <History id={lead.id} />
      {mayWrite ? (
        <Button
          variant="subtle"
          color="red"
          className={classes.remove}
          onClick={() => void remove(lead, { onChanged, onRemoved, onClose, onLeaving })}
        >
          Remove from the board
        </Button>
      ) : null}
    </Stack>
  )
}

async function remove(lead: Lead, { onChanged, onRemoved, onClose, onLeaving }: Omit<DetailProps, 'lead'>) {
  const agreed = await confirm({
    title: `Remove ${lead.name} from the board?`,
    text: 'The person, their notes and their timeline stay.',
    confirm: 'Remove from the board',
    danger: true,
  })
  if (!agreed) return
  onLeaving(lead.id)
  onClose()
  try {
    await client.leads.remove({ id: lead.id })
    onRemoved(lead.id)
    toast(`${lead.name} removed from the board`, async () => {
      onChanged(await client.leads.restore({ id: lead.id }))
      onLeaving(null)
    })
  } catch (error) {
    onLeaving(null)
    toastError(error, 'The lead was not removed')
  }
}

function StageSelect({ lead, disabled, onMoved }: { lead: Lead; disabled: boolean; onMoved: (lead: Lead) => void }) {
  const [closing, setClosing] = useState(false)
  const { stageTitles, outcomeTitles } = useLeadNames()
  async function move(status: Stage, ending?: { outcome: Outcome; reason?: string }) {
    try {
      onMoved(await client.leads.move({ id: lead.id, status, after: null, version: lead.version, ...ending }))
    } catch (error) {
      toastError(error, `${lead.name} was not moved`)
    }
  }
  return (
    <Group align="end" wrap="nowrap">
      <NativeSelect
        label="Stage"
        className={classes.stage}
        disabled={disabled}
        value={lead.status}
        data={stages.map(stage => ({ value: stage, label: stageTitles[stage] }))}
        onChange={event => {
          const stage = event.currentTarget.value as Stage
          if (stage === 'closed') setClosing(true)
          else void move(stage)
        }}
      />
      {lead.outcome ? <StatusBadge of="outcome" value={lead.outcome} label={outcomeTitles[lead.outcome]} /> : null}
      {lead.reason ? (
        <Text size="sm" c="dimmed">
          {lead.reason}
        </Text>
      ) : null}
      <CloseDialog
        name={closing ? lead.name : null}
        onCancel={() => setClosing(false)}
        onClose={(outcome, reason) => {
          setClosing(false)
          void move('closed', { outcome, ...(reason && { reason }) })
        }}
      />
    </Group>
  )
}

function EditForm({ lead, disabled, onSaved }: { lead: Lead; disabled: boolean; onSaved: (lead: Lead) => void }) {
  const { form, busy, conflict, save, start } = useLeadForm(lead, onSaved)
  return (
    <form noValidate onSubmit={form.onSubmit(() => save())}>
      <fieldset disabled={disabled} className={classes.fields}>
        <Stack>
          {conflict ? <Conflict onTheirs={() => start(conflict)} onMine={() => void save(conflict.version)} /> : null}
          <LeadFields form={form} />
          <TextInput type="datetime-local" label="Follow-up due" {...form.getInputProps('followUpAt')} />
          {form.isDirty() ? (
            <Group gap="xs">
              <Button type="submit" loading={busy}>
                Save
              </Button>
              <Button variant="default" onClick={() => start(lead)}>
                Discard
              </Button>
            </Group>
          ) : null}
        </Stack>
      </fieldset>
    </form>
  )
}

function Conflict({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <Alert color="yellow" role="alert" title="Someone else changed this while you were editing">
      <Text size="sm" mb="xs">
        Nothing was overwritten. Use their version, or save yours over it.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onTheirs}>
          Use their version
        </Button>
        <Button size="xs" onClick={onMine}>
          Save my version
        </Button>
      </Group>
    </Alert>
  )
}

function History({ id }: { id: string }) {
  const { stageTitles, outcomeTitles } = useLeadNames()
  const { data } = useQuery(api.leads.history.queryOptions({ input: { id } }))
  if (!data) return null
  return (
    <section aria-labelledby="lead-history">
      <Title order={3} id="lead-history" mb="sm">
        History
      </Title>
      <Timeline bulletSize={12} lineWidth={2} active={data.items.length}>
        {data.items.map(change => (
          <Timeline.Item
            key={change.id}
            title={
              change.from
                ? `${stageTitles[change.from]} → ${stageTitles[change.to]}`
                : change.to === 'new'
                  ? 'Came in'
                  : `Came in as ${stageTitles[change.to]}`
            }
          >
            <Text size="sm" c="dimmed">
              {change.outcome ? `${outcomeTitles[change.outcome]}${change.reason ? `: ${change.reason}` : ''}, ` : ''}
              {change.userName ?? 'Automatic'}, <RelativeTime at={change.createdAt} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  )
}

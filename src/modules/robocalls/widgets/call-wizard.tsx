import { Alert, Button, Group, Stack, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { AudienceStep } from './audience-step.tsx'
import { CallingStep } from './calling-step.tsx'
import { MessageStep } from './message-step.tsx'
import { PreflightPanel } from './preflight-panel.tsx'
import classes from './robocall-widgets.module.css'
import { type CallCampaign, type CallDraftState, useCallDraft } from './use-call-draft.ts'

const steps = ['Audience', 'Message', 'Calling', 'Preflight'] as const
const LAST = steps.length - 1

/** The step that has a field. */
const stepOf = (field: string) =>
  ['name', 'purpose', 'topic', 'audience'].includes(field)
    ? 0
    : ['scriptId', 'event', 'onDate', 'atTime'].includes(field)
      ? 1
      : 2

interface CallWizardProps {
  /** One that has not begun; absent: a new one. */
  campaign?: CallCampaign
  onClose: () => void
  /** Once it has started, is scheduled or waits for approval. */
  onStarted: (campaign: CallCampaign) => void
}

/** Whom a campaign calls, what is said, how it is called, and what would happen: four steps, stored one by one. */
export function CallWizard({ campaign, onClose, onStarted }: CallWizardProps) {
  const draft = useCallDraft(campaign)
  const [step, setStep] = useState(0)
  const go = async (to: number) => {
    if (to < step) return setStep(to)
    const { campaign: saved, wrong } = await draft.save()
    if (saved) setStep(to)
    else if (wrong.length > 0) setStep(Math.min(step, ...wrong.map(stepOf)))
  }
  const close = async () => {
    const { campaign: saved } = await draft.save()
    if (!saved) return
    toast('Draft saved')
    onClose()
  }
  const isPlanned = campaign && ['waiting', 'scheduled'].includes(campaign.state)
  return (
    <Stack>
      <Steps step={step} onGo={to => void go(to)} />
      {isPlanned && draft.stored?.state === campaign.state ? (
        <Alert color="yellow">If you change something, the campaign becomes a draft again and must be restarted.</Alert>
      ) : null}
      <Problem error={draft.problem} />
      {draft.conflict ? <Conflict draft={draft} /> : null}
      {step === 0 ? <AudienceStep draft={draft} /> : null}
      {step === 1 ? <MessageStep draft={draft} /> : null}
      {step === 2 ? <CallingStep draft={draft} /> : null}
      {step === LAST && draft.stored ? (
        <PreflightPanel
          campaign={draft.stored}
          onStarted={onStarted}
          foot={
            <Button variant="default" onClick={() => setStep(2)}>
              Back
            </Button>
          }
        />
      ) : (
        <div className={classes.foot}>
          <Button variant="subtle" onClick={() => void close()}>
            Save and close
          </Button>
          {step > 0 ? (
            <Button variant="default" onClick={() => setStep(step - 1)}>
              Back
            </Button>
          ) : null}
          <Button loading={draft.busy} onClick={() => void go(step + 1)}>
            Next
          </Button>
        </div>
      )}
    </Stack>
  )
}

const Steps = ({ step, onGo }: { step: number; onGo: (to: number) => void }) => (
  <ol className={classes.steps} aria-label="Steps">
    {steps.map((name, at) => (
      <li key={name}>
        <UnstyledButton
          className={classes.step}
          aria-current={at === step ? 'step' : undefined}
          data-done={at < step || undefined}
          onClick={() => onGo(at)}
        >
          {name}
        </UnstyledButton>
      </li>
    ))}
  </ol>
)

const Conflict = ({ draft }: { draft: CallDraftState }) => (
  <Alert color="yellow" role="alert" title="Someone else changed this campaign">
    <Stack gap="xs" align="flex-start">
      Nothing was overwritten, and nothing you typed is lost. Which version do you want to continue with?
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => void draft.resolve('mine')}>
          Keep my changes
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void draft.resolve('theirs')}>
          Use theirs
        </Button>
      </Group>
    </Stack>
  </Alert>
)

import { Button, NativeSelect, NumberInput, Stack, Switch, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import type { CarrierData } from './settings.tsx'
import classes from './twilio.module.css'

const statuses = [
  { value: 'none', label: 'Not registered' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Refused' },
]

const valuesOf = (settings: CarrierData) => ({
  recordCalls: settings.recordCalls as string,
  retentionDays: (settings.retentionDays ?? '') as number | '',
  greeting: settings.greeting,
  transcribe: settings.transcribe,
  helpText: settings.helpText,
  consentWording: settings.consentWording,
  brandStatus: settings.brandStatus as string,
  campaignStatus: settings.campaignStatus as string,
})

/** Recording, voicemail, and what a text must be able to say of its sender. */
export function VoiceForm({ settings }: { settings: CarrierData }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: valuesOf(settings) })
  const { problem, busy, save } = useSaving(form)
  const submit = ({ retentionDays, ...values }: ReturnType<typeof valuesOf>) =>
    save(async () => {
      const saved = await client.carrierSettings.change({
        ...(values as Partial<CarrierData>),
        retentionDays: retentionDays === '' ? null : retentionDays,
      })
      form.resetDirty(valuesOf(saved))
      await queries.invalidateQueries({ queryKey: api.carrierSettings.key() })
      toast('Saved')
    })
  return (
    <Panel title="Calls and texts">
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <Problem error={problem} />
          <OfCalls form={form} />
          <Written form={form} />
          <OfTexts form={form} />
          <Button type="submit" loading={busy} disabled={!form.isDirty()} className={classes.start}>
            Save
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}

type Form = UseFormReturnType<ReturnType<typeof valuesOf>>

const OfCalls = ({ form }: { form: Form }) => (
  <>
    <NativeSelect
      label="Record calls"
      description="If this is on, both people hear an announcement before they are connected."
      data={[
        { value: 'off', label: 'Off' },
        { value: 'announce', label: 'Announce and record' },
        { value: 'consent_states', label: 'Announce and record, except in states where both people must agree' },
      ]}
      {...form.getInputProps('recordCalls')}
    />
    <NumberInput
      label="Keep recordings for"
      description="Number of days. If empty, until someone deletes them."
      min={1}
      max={3_650}
      allowDecimal={false}
      {...form.getInputProps('retentionDays')}
    />
    <Textarea
      label="Voicemail greeting"
      autosize
      minRows={2}
      maxLength={500}
      placeholder="If empty, the standard greeting is played."
      {...form.getInputProps('greeting')}
    />
  </>
)

/** Twilio understands English alone. */
const Written = ({ form }: { form: Form }) => (
  <Switch
    label="Transcribe voicemail"
    description="The carrier transcribes messages in English, so that you can read and search them. Transcripts may have mistakes."
    {...form.getInputProps('transcribe', { type: 'checkbox' })}
  />
)

const OfTexts = ({ form }: { form: Form }) => (
  <>
    <Textarea
      label="Reply to HELP"
      autosize
      minRows={2}
      maxLength={300}
      placeholder="Reply to this text and someone on our team will read it. Reply STOP to stop our texts."
      {...form.getInputProps('helpText')}
    />
    <Textarea
      label="Consent wording"
      description="The wording that people agree to before you text them."
      autosize
      minRows={2}
      maxLength={1_000}
      {...form.getInputProps('consentWording')}
    />
    <NativeSelect label="Brand (10DLC)" data={statuses} {...form.getInputProps('brandStatus')} />
    <NativeSelect label="Campaign (10DLC)" data={statuses} {...form.getInputProps('campaignStatus')} />
  </>
)

import { Button, Checkbox, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { SmsRegistration } from '../registration/contract.ts'
import { type StepKey, steps, stepWords } from '../rules/registration.ts'
import classes from './sms.module.css'

interface StepProps {
  step: StepKey
  registration: SmsRegistration
}

/** One thing to prepare: what it is for, the text to copy, and whether it is done. */
export function RegistrationStep({ step, registration }: StepProps) {
  const queries = useQueryClient()
  const may = useMay('settings.write')
  const { done, texts } = registration
  const { title, text } = stepWords[step]
  const mark = async (on: boolean) => {
    try {
      const next = on ? [...done, step] : done.filter(one => one !== step)
      queries.setQueryData(
        api.smsRegistration.read.queryKey({ input: {} }),
        await client.smsRegistration.change({ done: next }),
      )
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Panel
      title={`${steps.indexOf(step) + 1}. ${title}`}
      actions={
        <Checkbox
          label="Ready"
          aria-label={`${title} is ready`}
          disabled={!may}
          checked={done.includes(step)}
          onChange={event => void mark(event.currentTarget.checked)}
        />
      }
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {step === 'samples' && texts.samples.length === 0 ? (
          <Text size="sm">No templates yet. Save a text you often send as a template first.</Text>
        ) : null}
        {texts[step].map(words => (
          <ToCopy key={words} words={words} what={title} />
        ))}
      </Stack>
    </Panel>
  )
}

const ToCopy = ({ words, what }: { words: string; what: string }) => (
  <Group gap="xs" align="flex-start" wrap="nowrap">
    <div className={`${classes.bubble} ${classes.grow}`}>{words}</div>
    <CopyButton value={words}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Copy: ${what}`}
          leftSection={copied ? <IconCheck size={14} stroke={1.75} /> : <IconCopy size={14} stroke={1.75} />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </Group>
)

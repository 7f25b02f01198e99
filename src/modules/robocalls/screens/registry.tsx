import { Alert, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { REGISTRY_DAYS } from '#call-rules/rules/defaults.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { CallRules } from './compliance-tab.tsx'
import { CsvField, openLoaded } from './csv-field.tsx'
import classes from './robocalls.module.css'

/** The national do-not-call registry as it was downloaded last. */
export function Registry({ registry }: { registry: CallRules['registry'] }) {
  const { number, date } = useFormat()
  const mayChange = useMay('settings.write')
  const [open, { open: show, close }] = useDisclosure()
  const { asOf, isStale, numbers, san, fileName } = registry
  const facts: [string, string][] = asOf
    ? [
        ['Downloaded', date(`${asOf}T12:00:00Z`)],
        ['Numbers', number(numbers)],
        ['Account (SAN)', san],
        ['File', fileName || '–'],
      ]
    : []
  return (
    <Panel title="National do-not-call registry">
      <Stack>
        <Text size="sm" c="dimmed">
          Calls that ask for gifts or sell something must be checked against a download that is at most {REGISTRY_DAYS}{' '}
          days old. You get it for your area codes at telemarketing.donotcall.gov. Other calls don’t need it.
        </Text>
        {isStale ? (
          <Alert color="yellow" title={asOf ? 'The registry is out of date' : 'No registry is loaded'}>
            Fundraising and promotion campaigns call nobody until you load a new file.
          </Alert>
        ) : null}
        {facts.length > 0 ? (
          <dl className={classes.facts} data-figures>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {mayChange ? (
          <Button variant="default" className={classes.start} onClick={show}>
            Load a file
          </Button>
        ) : null}
      </Stack>
      {open ? <LoadRegistry san={san} onClose={close} /> : null}
    </Panel>
  )
}

function LoadRegistry({ san, onClose }: { san: string; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { csv: '', name: '', san, asOf: '', adds: false } })
  const load = async (values: typeof form.values) => {
    const result = await client.callRules.loadRegistry(values)
    await queries.invalidateQueries({ queryKey: api.callRules.key() })
    openLoaded(result)
  }
  return (
    <FormDialog opened onClose={onClose} title="Load the registry" form={form} onSubmit={load} submitLabel="Load">
      <CsvField
        label="File"
        description="As you downloaded it, up to 700 KB at once."
        name={form.values.name}
        error={form.errors.csv}
        onRead={(csv, name) => form.setValues({ csv, name })}
      />
      <TextInput label="Subscription account number (SAN)" maxLength={40} {...form.getInputProps('san')} />
      <TextInput type="date" label="Day of the download" {...form.getInputProps('asOf')} />
      <Checkbox
        label="This file is a further part of the same download"
        description="It is added. Otherwise, it replaces the numbers that were loaded before."
        {...form.getInputProps('adds', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

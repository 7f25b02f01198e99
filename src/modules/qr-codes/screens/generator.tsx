import { Alert, Button, Grid, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { qrTypes } from '#links/drawing/rules/payload.ts'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { schemaErrors } from '#ui/schema-errors.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { typeLabels } from '../rules/states.ts'
import { ContentFields } from './content-fields.tsx'
import { DesignFields } from './design-fields.tsx'
import { DownloadMenu } from './download-menu.tsx'
import classes from './qr-codes.module.css'
import { addressOf, type Drawing } from './use-drawing.ts'
import { type GeneratorForm, inputOf, useGenerator } from './use-generator.ts'

export type QrCode = Awaited<ReturnType<typeof client.qrCodes.get>>

/** One code, drawn while it is described; "Generate" saves it. */
export function Generator() {
  const { form, drawing, isFilled } = useGenerator()
  const { saved, generate, busy, problem } = useSaved(form)
  const mayWrite = useMay('content.write')
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void generate()
      }}
    >
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Problem error={problem} />
            <Panel title="Content">
              <Content form={form} />
            </Panel>
            <Panel title="Design">
              <DesignFields form={form} />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Panel title="Preview">
            <Stack>
              <Preview drawing={drawing} />
              {saved ? (
                <Saved code={saved} />
              ) : mayWrite ? (
                <Button type="submit" loading={busy} disabled={!isFilled}>
                  Generate
                </Button>
              ) : (
                <Text c="dimmed">You can look at QR codes. Saving them needs permission to edit content.</Text>
              )}
            </Stack>
          </Panel>
        </Grid.Col>
      </Grid>
    </form>
  )
}

/** Saves what the form says; `saved` until it says something else. */
function useSaved(form: GeneratorForm) {
  const { run, busy, problem } = useMutate({ keys: [api.qrCodes.key()], form })
  const [made, setMade] = useState<{ code: QrCode; of: string } | null>(null)
  const now = JSON.stringify(form.values)
  const saved = made?.of === now ? made.code : null
  async function generate() {
    const { NewQrCode } = await import('../contract.ts')
    const input = inputOf(form.values)
    const errors = schemaErrors(NewQrCode, input)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return
    await run(
      async () => {
        setMade({ code: await client.qrCodes.create(input as Parameters<typeof client.qrCodes.create>[0]), of: now })
      },
      { done: 'QR code saved' },
    )
  }
  return { saved, generate, busy, problem }
}

function Content({ form }: { form: GeneratorForm }) {
  const { type } = form.values
  return (
    <Stack>
      <NativeSelect
        label="Type"
        data={qrTypes.map(value => ({ value, label: typeLabels[value] }))}
        {...form.getInputProps('type')}
      />
      <ContentFields form={form} />
      {type === 'url' ? (
        <div>
          <SegmentedControl
            aria-label="Mode"
            data={[
              { value: 'tracked', label: 'Tracked' },
              { value: 'static', label: 'Static' },
            ]}
            {...form.getInputProps('mode')}
          />
          <Text size="sm" c="dimmed">
            {form.values.mode === 'tracked'
              ? 'Scans are counted, and you can change where the code leads after it is printed.'
              : 'The code holds the address itself: it is not counted and can’t be changed.'}
          </Text>
        </div>
      ) : null}
      <TextInput label="Name" description="Empty: named after its content" {...form.getInputProps('name')} />
      <TextInput label="Folder" {...form.getInputProps('folder')} />
    </Stack>
  )
}

function Preview({ drawing }: { drawing: Drawing | null }) {
  if (!drawing)
    return (
      <div className={classes.preview}>
        <Text c="dimmed">Your code appears here as you type.</Text>
      </div>
    )
  return (
    <>
      {drawing.svg ? (
        <div className={classes.preview}>
          <img src={addressOf(drawing.svg)} alt="Preview of the QR code" />
        </div>
      ) : null}
      {drawing.problem ? <Alert color="red">{drawing.problem}</Alert> : null}
    </>
  )
}

/** What was saved, to take along. */
function Saved({ code }: { code: QrCode }) {
  return (
    <Stack>
      {code.problem ? (
        <Alert color="red">{code.problem}</Alert>
      ) : (
        <Alert color="green">Checked: phones can read it.</Alert>
      )}
      {code.warnings.map(warning => (
        <Alert key={warning} color="yellow">
          {warning}
        </Alert>
      ))}
      <DownloadMenu code={code} />
    </Stack>
  )
}

import { Alert, Button, ColorInput, FileButton, Group, Input, Select, SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { messageOf } from '#ui/message.ts'
import { palette } from '#ui/palette.ts'
import { readableOn } from '#ui/readable-on.ts'
import { AccountMark } from '#web/account-mark.tsx'
import { fetchFile } from '#web/api.ts'
import { locales } from '../rules.ts'
import classes from './settings.module.css'

interface LookValues {
  locale: string
  logoId: string | null
  brandColor: string
}
const MOST = 1_048_576
const swatches = (['lamp', 'gold', 'green', 'teal', 'blue', 'violet', 'red'] as const).map(hue => palette[hue][6])
const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** How the church looks: its way of writing dates and numbers, its logo and its color. */
export function Look<Values extends LookValues>({ form, name }: { form: UseFormReturnType<Values>; name: string }) {
  const field = (path: string) => form.getInputProps(path as never)
  const brandColor = form.values.brandColor
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label="Language and region"
          description="How dates, times and numbers are written."
          searchable
          allowDeselect={false}
          data={Object.entries(locales).map(([value, label]) => ({ value, label }))}
          {...field('locale')}
        />
        <ColorInput
          label="Brand color"
          description="For your logo mark and your public pages."
          placeholder="#3b4cb8"
          format="hex"
          swatches={swatches}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
          {...field('brandColor')}
        />
      </SimpleGrid>
      <Logo form={form} name={name} />
      {isColor(brandColor) ? (
        <Group gap="xs">
          <span className={classes.sample} style={{ background: brandColor, color: readableOn(brandColor) }}>
            {name}
          </span>
          <Text size="sm" c="dimmed">
            The text on it is {readableOn(brandColor) === '#ffffff' ? 'white' : 'black'}, so that it is easy to read.
          </Text>
        </Group>
      ) : null}
    </>
  )
}

function Logo<Values extends LookValues>({ form, name }: { form: UseFormReturnType<Values>; name: string }) {
  const { logoId, brandColor } = form.values
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const set = (id: string | null) => form.setFieldValue('logoId', id as never)
  async function bring(file: File | null) {
    if (!file) return
    if (file.size > MOST) return setProblem('That picture is too large. The limit is 1 MB.')
    setBusy(true)
    setProblem(null)
    try {
      const path = `/storage/v1/uploads?purpose=logo&name=${encodeURIComponent(file.name)}`
      set((await (await fetchFile(path, { method: 'POST', body: file })).json()).id)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      description="PNG, JPEG or WebP, up to 1 MB. A square one looks best."
    >
      <Group gap="md" mt={4}>
        <AccountMark account={{ name, logoId, brandColor: isColor(brandColor) ? brandColor : null }} />
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={file => void bring(file)}>
          {props => (
            <Button {...props} variant="default" size="xs" loading={busy}>
              {logoId ? 'Change logo' : 'Upload logo'}
            </Button>
          )}
        </FileButton>
        {logoId ? (
          <Button variant="subtle" color="red" size="xs" onClick={() => set(null)}>
            Remove logo
          </Button>
        ) : null}
      </Group>
      {(problem ?? form.errors.logoId) ? <Alert color="red">{problem ?? form.errors.logoId}</Alert> : null}
    </Input.Wrapper>
  )
}

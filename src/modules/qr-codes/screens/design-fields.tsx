import {
  Alert,
  Button,
  ColorInput,
  FileButton,
  Group,
  Input,
  NativeSelect,
  SimpleGrid,
  Slider,
  Stack,
  Text,
} from '@mantine/core'
import { useState } from 'react'
import {
  cornerStyles,
  corrections,
  dotStyles,
  judgeContrast,
  LOGO_BYTES,
  logoCovers,
  margins,
  mostLogo,
  recovers,
  sizes,
} from '#links/drawing/rules/design.ts'
import type { GeneratorForm } from './use-generator.ts'

const labels = { square: 'Square', rounded: 'Rounded', circle: 'Circle', dots: 'Dots', classy: 'Classy' } as const
const levels = { L: 'Low', M: 'Medium', Q: 'Quartile', H: 'High' } as const

interface DesignProps {
  form: GeneratorForm
}

export function DesignFields({ form }: DesignProps) {
  const { size } = form.values.design
  return (
    <Stack>
      <Input.Wrapper label={`Size: ${size} pixels`}>
        <Slider
          {...form.getInputProps('design.size')}
          min={sizes.from}
          max={sizes.to}
          step={10}
          thumbLabel="Size in pixels"
        />
      </Input.Wrapper>
      <Style form={form} />
      <Contrast form={form} />
      <Logo form={form} />
    </Stack>
  )
}

function Style({ form }: DesignProps) {
  const { logo } = form.values.design
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label="Error correction"
        disabled={logo !== null}
        description={logo ? 'High, because of the logo' : 'How much may be dirty or torn'}
        data={corrections.map(value => ({ value, label: `${levels[value]} (${recovers[value]}%)` }))}
        {...form.getInputProps('design.errorCorrection')}
        {...(logo && { value: 'H' })}
      />
      <NativeSelect
        label="Margin"
        description="Empty modules around the code"
        data={Array.from({ length: margins.to + 1 }, (_, i) => String(i))}
        value={String(form.values.design.margin)}
        onChange={event => form.setFieldValue('design.margin', Number(event.currentTarget.value))}
      />
      <ColorInput
        label="Foreground color"
        format="hex"
        eyeDropperButtonProps={{ 'aria-label': 'Pick the foreground color from the screen' }}
        {...form.getInputProps('design.foreground')}
      />
      <ColorInput
        label="Background color"
        format="hex"
        eyeDropperButtonProps={{ 'aria-label': 'Pick the background color from the screen' }}
        {...form.getInputProps('design.background')}
      />
      <NativeSelect
        label="Dot style"
        data={dotStyles.map(value => ({ value, label: labels[value] }))}
        {...form.getInputProps('design.dotStyle')}
      />
      <NativeSelect
        label="Corner style"
        data={cornerStyles.map(value => ({ value, label: labels[value] }))}
        {...form.getInputProps('design.cornerStyle')}
      />
    </SimpleGrid>
  )
}

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

function Contrast({ form }: DesignProps) {
  const { foreground, background } = form.values.design
  if (!isColor(foreground) || !isColor(background)) return null
  const { ratio, level, inverted } = judgeContrast({ foreground, background })
  const said = `Contrast ${ratio.toFixed(1)}:1`
  if (level === 'blocked')
    return <Alert color="red">{said}. Phones need at least 3:1, so this code can’t be downloaded.</Alert>
  if (level === 'weak') return <Alert color="yellow">{said}. Some phones need 4.5:1 in bad light.</Alert>
  if (inverted) return <Alert color="yellow">{said}, light on dark. Some phones can’t read inverted codes.</Alert>
  return (
    <Text size="sm" c="dimmed">
      {said}: good
    </Text>
  )
}

function Logo({ form }: DesignProps) {
  const [problem, setProblem] = useState('')
  const { logo, logoSize, size } = form.values.design
  async function choose(file: File | null) {
    if (!file) return
    const isKnown = ['image/png', 'image/jpeg', 'image/svg+xml'].includes(file.type)
    const wrong = !isKnown ? 'Please choose a PNG, JPG or SVG file' : file.size > LOGO_BYTES && 'At most 1 MB'
    setProblem(wrong || '')
    if (!wrong) form.setFieldValue('design.logo', await dataOf(file))
  }
  return (
    <Stack gap="xs">
      <Group>
        <FileButton accept="image/png,image/jpeg,image/svg+xml" onChange={file => void choose(file)}>
          {props => (
            <Button variant="default" {...props}>
              {logo ? 'Replace logo' : 'Add a logo'}
            </Button>
          )}
        </FileButton>
        {logo ? (
          <Button variant="subtle" onClick={() => form.setFieldValue('design.logo', null)}>
            Remove logo
          </Button>
        ) : null}
      </Group>
      {problem || form.errors['design.logo'] ? (
        <Text c="red" size="sm" role="alert">
          {problem || form.errors['design.logo']}
        </Text>
      ) : null}
      {logo ? (
        <Input.Wrapper label={`Logo size: covers ${logoCovers({ size, logoSize })}% of the code`}>
          <Slider
            {...form.getInputProps('design.logoSize')}
            min={20}
            max={mostLogo(size)}
            thumbLabel="Logo size in pixels"
          />
        </Input.Wrapper>
      ) : null}
    </Stack>
  )
}

const dataOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

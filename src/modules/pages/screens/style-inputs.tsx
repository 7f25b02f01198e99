import {
  Anchor,
  Badge,
  ColorInput,
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { contrastOf, over } from '#public-page/rules/contrast.ts'
import {
  type Breakpoint,
  type Color,
  DEFAULT_BACKGROUND,
  DEFAULT_COLOR,
  fontSizes,
  type Style,
  type Styles,
  styleAt,
} from '../rules/style.ts'

interface StyleInputsProps {
  styles: Styles | undefined
  breakpoint: Breakpoint
  onChange: (styles: Styles) => void
}
const widthNames: Record<Breakpoint, string> = { base: 'all widths', tablet: 'tablets and phones', mobile: 'phones' }
const sides = ['top', 'right', 'bottom', 'left'] as const
const none = { top: 0, right: 0, bottom: 0, left: 0 }
const swatches = ['#ffffff', '#f4f1ec', '#000000', '#25221f', '#3b4cb8', '#e3a322']

/** How a block looks: at every width, or from the chosen one down. */
export function StyleInputs({ styles, breakpoint, onChange }: StyleInputsProps) {
  const [own, shown] = [styles?.[breakpoint] ?? {}, styleAt(styles, breakpoint)]
  const set = (changes: Style) => onChange({ ...styles, [breakpoint]: { ...own, ...changes } })
  const reset = (key: keyof Style) => {
    const { [key]: _, ...rest } = own
    onChange({ ...styles, [breakpoint]: rest })
  }
  const label = (key: keyof Style, name: string) => (
    <Overridden name={name} isOwn={own[key] !== undefined && breakpoint !== 'base'} onReset={() => reset(key)} />
  )
  const given = { shown, set, label }
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        These apply to {widthNames[breakpoint]}.
      </Text>
      <Colors {...given} />
      <NativeSelect
        label={label('fontSize', 'Font size')}
        value={shown.fontSize ?? ''}
        onChange={event => set({ fontSize: Number(event.currentTarget.value) as Style['fontSize'] })}
        data={[
          { value: '', label: 'Usual', disabled: true },
          ...fontSizes.map(size => ({ value: String(size), label: `${size} px` })),
        ]}
      />
      <Alignment {...given} />
      <PaddingInputs {...given} />
      <Switch
        label={`Hide on ${widthNames[breakpoint]}`}
        checked={shown.isHidden === true}
        onChange={event => set({ isHidden: event.currentTarget.checked })}
      />
    </Stack>
  )
}

interface Given {
  shown: Style
  set: (changes: Style) => void
  label: (key: keyof Style, name: string) => ReactNode
}

const Colors = ({ shown, set, label }: Given) => (
  <>
    <ColorInput
      label={label('background', 'Background color')}
      format="hexa"
      withEyeDropper={false}
      swatches={swatches}
      value={hexOf(shown.background, DEFAULT_BACKGROUND)}
      onChangeEnd={color => set({ background: plain(color) })}
    />
    <ColorInput
      label={label('color', 'Text color')}
      format="hexa"
      withEyeDropper={false}
      swatches={swatches}
      value={hexOf(shown.color, DEFAULT_COLOR)}
      onChangeEnd={color => set({ color: plain(color) })}
    />
    <Contrast style={shown} />
  </>
)

const Alignment = ({ shown, set, label }: Given) => (
  <div>
    <Text size="sm" fw={500} component="div">
      {label('align', 'Alignment')}
    </Text>
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Alignment"
      value={shown.align ?? 'left'}
      onChange={align => set({ align: align as NonNullable<Style['align']> })}
      data={[
        { value: 'left', label: 'Left' },
        { value: 'center', label: 'Center' },
        { value: 'right', label: 'Right' },
      ]}
    />
  </div>
)

const PaddingInputs = ({ shown, set, label }: Given) => (
  <div>
    <Text size="sm" fw={500} component="div">
      {label('padding', 'Padding (px)')}
    </Text>
    <SimpleGrid cols={4} spacing={4}>
      {sides.map(side => (
        <NumberInput
          key={side}
          size="xs"
          hideControls
          aria-label={`Padding ${side}`}
          placeholder={side}
          min={0}
          max={240}
          clampBehavior="strict"
          value={shown.padding?.[side] ?? ''}
          onChange={next => typeof next === 'number' && set({ padding: { ...none, ...shown.padding, [side]: next } })}
        />
      ))}
    </SimpleGrid>
  </div>
)

const Overridden = ({ name, isOwn, onReset }: { name: string; isOwn: boolean; onReset: () => void }) =>
  isOwn ? (
    <Group gap={6} component="span">
      {name}
      <Badge size="xs" variant="light">
        This width
      </Badge>
      <Anchor component="button" type="button" size="xs" onClick={onReset} aria-label={`Reset ${name}`}>
        Reset
      </Anchor>
    </Group>
  ) : (
    name
  )

const named: Record<string, string> = { brand: '#3b4cb8', soft: '#f4f1ec', ink: '#25221f', paper: '#ffffff' }
const hexOf = (color: Color | undefined, otherwise: string) => (color ? (named[color] ?? color) : otherwise)
/** Without an alpha of one, which says nothing. */
const plain = (color: string): Color => color.toLowerCase().replace(/^(#[0-9a-f]{6})ff$/, '$1')

function Contrast({ style }: { style: Style }) {
  const background = over(hexOf(style.background, DEFAULT_BACKGROUND), '#ffffff')
  const ratio = contrastOf(over(hexOf(style.color, DEFAULT_COLOR), background), background)
  const least = (style.fontSize ?? 16) >= 24 ? 3 : 4.5
  return (
    <Text size="xs" c={ratio >= least ? 'dimmed' : 'red'} role="status">
      Contrast {ratio.toFixed(1)} to 1{ratio >= least ? '' : `: hard to read, at least ${least} to 1`}
    </Text>
  )
}

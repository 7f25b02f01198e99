import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { keyed } from '#kernel/modules.ts'
import { LazyWidget } from '#web/lazy-widget.tsx'
import { socialNames } from '../blocks/rules/html.ts'
import { type Block, type Column, type EventItem, socialNetworks } from '../blocks/rules/schema.ts'
import classes from './block-list.module.css'
import { PictureField } from './picture-field.tsx'
import { WordsField } from './words-field.tsx'

interface FieldsProps<B> {
  block: B
  onChange: (block: B) => void
}
type Of<T extends Block['type']> = FieldsProps<Extract<Block, { type: T }>>

/** A field of a block or of a part of it: typed, kept. */
function Line<B, K extends keyof B & string>({
  block,
  name,
  onChange,
  ...rest
}: FieldsProps<B> & { name: K; label: string; placeholder?: string; maxLength?: number; type?: string }) {
  return (
    <TextInput
      {...rest}
      value={block[name] as string}
      onChange={event => onChange({ ...block, [name]: event.currentTarget.value })}
    />
  )
}

const link = { label: 'Link', placeholder: 'https://', maxLength: 2_000 } as const

function Align<B extends { align: 'left' | 'center' }>({ block, onChange }: FieldsProps<B>) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Alignment"
      value={block.align}
      onChange={align => onChange({ ...block, align: align as B['align'] })}
      data={[
        { value: 'left', label: 'Left' },
        { value: 'center', label: 'Center' },
      ]}
    />
  )
}

/** What can be said about a block, by its kind. */
export function BlockFields({ block, onChange }: FieldsProps<Block>) {
  switch (block.type) {
    case 'header':
      return <Header block={block} onChange={onChange} />
    case 'heading':
      return <Heading block={block} onChange={onChange} />
    case 'text':
      return <WordsField label="Text" value={block.text} onChange={text => onChange({ ...block, text })} rows={6} />
    case 'image':
      return <Picture block={block} onChange={onChange} />
    case 'button':
      return (
        <>
          <Press block={block} onChange={onChange} />
          <Align block={block} onChange={onChange} />
        </>
      )
    case 'columns':
      return <Columns block={block} onChange={onChange} />
    case 'verse':
      return <Verse block={block} onChange={onChange} />
    case 'events':
      return <Events block={block} onChange={onChange} />
    case 'sermon':
      return <Sermon block={block} onChange={onChange} />
    case 'give':
      return (
        <>
          <WordsField label="Text" plain value={block.text} onChange={text => onChange({ ...block, text })} rows={2} />
          <Press block={block} onChange={onChange} />
        </>
      )
    case 'booking':
      return <Booking block={block} onChange={onChange} />
    case 'video':
      return <Film block={block} onChange={onChange} />
    case 'social':
      return (
        <div className={classes.two}>
          {socialNetworks.map(name => (
            <Line key={name} {...link} block={block} onChange={onChange} name={name} label={socialNames[name]} />
          ))}
        </div>
      )
    case 'divider':
      return <span>A thin line. It has no settings.</span>
  }
}

function Press<B extends { label: string; href: string }>(props: FieldsProps<B>) {
  return (
    <div className={classes.two}>
      <Line {...props} name="label" label="Button text" maxLength={80} />
      <Line {...props} {...link} name="href" />
    </div>
  )
}

const Header = ({ block, onChange }: Of<'header'>) => (
  <>
    <Checkbox
      label="Show the logo"
      description="Without a logo, your church’s name is shown."
      checked={block.logo}
      onChange={event => onChange({ ...block, logo: event.currentTarget.checked })}
    />
    <Align block={block} onChange={onChange} />
  </>
)

const Heading = ({ block, onChange }: Of<'heading'>) => (
  <>
    <Line block={block} onChange={onChange} name="text" label="Heading" maxLength={200} />
    <div className={classes.two}>
      <SegmentedControl
        size="xs"
        aria-label="Size"
        value={String(block.level)}
        onChange={level => onChange({ ...block, level: level === '1' ? 1 : 2 })}
        data={[
          { value: '1', label: 'Large' },
          { value: '2', label: 'Small' },
        ]}
      />
      <Align block={block} onChange={onChange} />
    </div>
  </>
)

const Verse = ({ block, onChange }: Of<'verse'>) => (
  <>
    <WordsField label="Verse" plain value={block.text} onChange={text => onChange({ ...block, text })} rows={3} />
    <Line
      block={block}
      onChange={onChange}
      name="reference"
      label="Reference"
      placeholder="Psalm 118:24 (WEB)"
      maxLength={120}
    />
  </>
)

const Picture = ({ block, onChange }: Of<'image'>) => (
  <>
    <PictureField value={block} onChange={picture => onChange({ ...block, ...picture })} />
    <Line {...link} block={block} onChange={onChange} name="href" label="Link (optional)" />
  </>
)

/** Which type is booked is chosen in a field of the module that has them. */
function Booking({ block, onChange }: Of<'booking'>) {
  const form = keyed('emailBlocks').get('booking')?.form
  const choose = ({ slug }: Record<string, unknown>) => onChange({ ...block, slug: String(slug ?? '') })
  return (
    <>
      <WordsField label="Text" plain value={block.text} onChange={text => onChange({ ...block, text })} rows={2} />
      <Line block={block} onChange={onChange} name="label" label="Button text" maxLength={80} />
      {form ? (
        <LazyWidget load={form} props={{ value: { slug: block.slug }, onChange: choose }} fallback={null} />
      ) : null}
    </>
  )
}

/** The video is chosen in a field of the module that has them, which says its title, its poster and its page. */
function Film({ block, onChange }: Of<'video'>) {
  const form = keyed('emailBlocks').get('video')?.form
  const choose = (chosen: Record<string, unknown>) => onChange({ ...block, ...chosen })
  return (
    <>
      {form ? (
        <LazyWidget
          load={form}
          props={{ value: { href: block.href, title: block.title }, onChange: choose }}
          fallback={null}
        />
      ) : null}
      <Line block={block} onChange={onChange} name="title" label="Title" maxLength={200} />
      <WordsField label="Text" plain value={block.text} onChange={text => onChange({ ...block, text })} rows={2} />
      <Line block={block} onChange={onChange} name="label" label="Button text" maxLength={80} />
    </>
  )
}

function Columns({ block, onChange }: Of<'columns'>) {
  const side = (name: 'left' | 'right', label: string) => (
    <section className={classes.item} key={name} aria-label={label}>
      <div className={classes.itemHead}>{label}</div>
      <ColumnFields block={block[name]} onChange={column => onChange({ ...block, [name]: column })} />
    </section>
  )
  return (
    <div className={classes.two}>
      {side('left', 'Left')}
      {side('right', 'Right')}
    </div>
  )
}

const ColumnFields = ({ block, onChange }: FieldsProps<Column>) => (
  <>
    <PictureField value={block} onChange={picture => onChange({ ...block, ...picture })} />
    <WordsField label="Text" value={block.text} onChange={text => onChange({ ...block, text })} rows={3} />
    <Press block={block} onChange={onChange} />
  </>
)

const Sermon = ({ block, onChange }: Of<'sermon'>) => (
  <>
    <Line block={block} onChange={onChange} name="title" label="Title" maxLength={200} />
    <div className={classes.two}>
      <Line block={block} onChange={onChange} name="speaker" label="Preacher" maxLength={120} />
      <Line block={block} onChange={onChange} name="passage" label="Passage" maxLength={120} />
      <Line block={block} onChange={onChange} name="when" label="When" maxLength={120} />
    </div>
    <PictureField value={block} onChange={picture => onChange({ ...block, ...picture })} />
    <Press block={block} onChange={onChange} />
  </>
)

function Events({ block, onChange }: Of<'events'>) {
  const set = (items: EventItem[]) => onChange({ ...block, items })
  return (
    <>
      <Line block={block} onChange={onChange} name="title" label="Heading" maxLength={120} />
      {block.items.map((item, place) => (
        <section key={place} className={classes.item} aria-label={`Event ${place + 1}`}>
          <div className={classes.itemHead}>
            <span>Event {place + 1}</span>
            <ActionIcon aria-label={`Remove event ${place + 1}`} onClick={() => set(block.items.toSpliced(place, 1))}>
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          </div>
          <EventFields block={item} onChange={next => set(block.items.with(place, next))} />
        </section>
      ))}
      {block.items.length < 20 ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => set([...block.items, { title: '', when: '', where: '', href: '' }])}
        >
          Add an event
        </Button>
      ) : null}
    </>
  )
}

const EventFields = (props: FieldsProps<EventItem>) => (
  <div className={classes.two}>
    <Line {...props} name="title" label="What" maxLength={120} />
    <Line {...props} name="when" label="When" placeholder="Friday, 6:30 PM" maxLength={120} />
    <Line {...props} name="where" label="Where" maxLength={120} />
    <Line {...props} {...link} name="href" label="Link (optional)" />
  </div>
)

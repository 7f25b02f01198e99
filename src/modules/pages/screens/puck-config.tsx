import type { Config, SlotComponent } from '@puckeditor/core'
import { keyed } from '#kernel/modules.ts'
import { type Block, beginnings, blockNames, blockTypes, categories, slots } from '../rules/blocks.ts'
import { innerHtml, ownCss } from '../rules/html.ts'
import { type Live, nothingLive, pluggedKey } from '../rules/live.ts'
import { fromCanvas, nameOf } from '../rules/plugged.ts'
import { cssOf } from '../rules/style.ts'

type Given = Record<string, unknown> & { id: string; puck: { metadata: { live?: Live } } }

/** A block as visitors see it: the same markup, the same style sheet. */
function drawn(type: string) {
  return ({ puck, ...props }: Given) => {
    const block = fromCanvas([{ type, props }])[0]!
    const live = puck.metadata.live ?? nothingLive
    return (
      <div className={`block is-${block.type} k-${props.id}`}>
        <span style={unseen}>{nameOf(block)}</span>
        <Sheets block={block} live={live} />
        <style>{cssOf(props.id, block.props.styles) + ownCss(block)}</style>
        {type === 'columns' ? <Columns props={props} /> : <Inner html={still(innerHtml(block, live))} />}
      </div>
    )
  }
}

/** Style sheets of what another module draws. */
function Sheets({ block, live }: { block: Block; live: Live }) {
  const shown = block.type === 'plugged' ? live.plugged[pluggedKey(block.props)] : undefined
  return (shown?.styles ?? []).map(href => <link key={href} rel="stylesheet" href={href} />)
}

/** Its name for a screen reader, where it shows a picture or a frame. */
const unseen = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const

/** On the canvas a click selects: links, frames and what opens do nothing there, for the keyboard neither. */
const still = (html: string) =>
  html
    .replace(/<a ([^>]*?)href="[^"]*"/g, '<a $1')
    .replace(/<(\/?)details/g, '<$1div')
    .replace(/<(\/?)summary/g, '<$1p')
    .replace(/<iframe /g, '<iframe inert tabindex="-1" ')
    .replace(/<video controls/g, '<video')

// What the renderer gives is escaped by it; visitors get the same.
const Inner = ({ html }: { html: string }) => <div className="inner" dangerouslySetInnerHTML={{ __html: html }} />

function Columns({ props }: { props: Record<string, unknown> }) {
  return (
    <div className="inner">
      <div className={`columns c${props.count} ${props.stack}`}>
        {slots.slice(0, props.count as number).map(slot => {
          const Slot = props[slot] as SlotComponent
          return <Slot key={slot} className="column" minEmptyHeight={64} />
        })}
      </div>
    </div>
  )
}

const emptySlots = Object.fromEntries(slots.map(slot => [slot, []]))
const slotFields = Object.fromEntries(slots.map(slot => [slot, { type: 'slot' as const }]))

/** What Puck knows of the blocks: how they look and what they begin as. Their fields are ours, beside the canvas. */
export const puckConfig = {
  categories: Object.fromEntries(
    categories.map(({ title, types }) => [title, { title, components: types as string[] }]),
  ),
  components: Object.fromEntries([
    ...blockTypes.map(type => [
      type,
      {
        label: blockNames[type],
        defaultProps: { ...beginnings[type], ...(type === 'columns' && emptySlots) },
        fields: type === 'columns' ? slotFields : {},
        render: drawn(type),
      },
    ]),
    ...[...keyed('pageBlocks')].map(([kind, { label }]) => [
      kind,
      { label, defaultProps: { kind, value: {} }, fields: {}, render: drawn(kind) },
    ]),
  ]),
} as unknown as Config

import { Controls, Handle, Position, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Place, Side } from '../rules/edit.ts'
import type { Step } from '../rules/graph.ts'
import { layout, STEP } from '../rules/layout.ts'
import classes from './editor.module.css'
import { StepCard, TriggersCard } from './node-card.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { focusStep, stepKeys } from './use-keys.ts'

interface NodeData extends Record<string, unknown> {
  step: Step
  place: Place
  focused: boolean
  onFocus: (id: string) => void
}
interface NodeProps {
  id: string
  data: NodeData
}

const Ends = () => (
  <>
    <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle} />
    <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle} />
  </>
)
const nodeTypes = {
  triggers: ({ data }: NodeProps) => (
    <>
      <TriggersCard focused={data.focused} onFocus={data.onFocus} />
      <Ends />
    </>
  ),
  step: ({ id, data }: NodeProps) => (
    <>
      <StepCard id={id} step={data.step} focused={data.focused} onFocus={data.onFocus} />
      <Ends />
    </>
  ),
  add: ({ data }: NodeProps) => (
    <>
      <AddButton place={data.place} />
      <Ends />
    </>
  ),
  end: () => (
    <>
      <span className={classes.end}>End</span>
      <Ends />
    </>
  ),
}

interface LineProps {
  sourceX: number
  sourceY: number
  targetX: number
  targetY: number
  data?: { label?: Side; isJoin?: boolean }
}

const BEND = 14
/** Straight down with one bend: just below a branch, or just above the place where its sides meet. */
function Line({ sourceX, sourceY, targetX, targetY, data }: LineProps) {
  const y = data?.isJoin ? targetY - BEND : sourceY + BEND
  const isLeft = targetX <= sourceX
  return (
    <>
      <path className={classes.edge} d={`M${sourceX},${sourceY}V${y}H${targetX}V${targetY}`} />
      {data?.label ? (
        <text
          className={classes.edgeLabel}
          x={targetX + (isLeft ? -6 : 6)}
          y={targetY - 4}
          textAnchor={isLeft ? 'end' : 'start'}
        >
          {data.label === 'yes' ? 'Yes' : 'No'}
        </text>
      ) : null}
    </>
  )
}
const edgeTypes = { line: Line }

function AddButton({ place }: { place: Place }) {
  const { openAdd, mayWrite } = useEditor()
  if (!mayWrite) return <span className={classes.joint} />
  return (
    <Tooltip label="Add a step">
      <ActionIcon
        size={28}
        radius="xl"
        variant="default"
        tabIndex={-1}
        aria-label="Add a step here"
        onClick={() => openAdd(place)}
      >
        <IconPlus size={14} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

const ZOOM = 0.9
/** React Flow takes the mouse away from nodes that can be neither dragged nor selected. */
const clickable = { pointerEvents: 'all' } as const
const lines = (count: number) => STEP.height + Math.max(0, count - 1) * 20

function drawn({ graph }: Editor, focused: string, onFocus: (id: string) => void) {
  const { nodes, edges } = layout(graph, lines(graph.triggers.length))
  return {
    nodes: nodes.map(({ id, kind, x, y, width, height, step, place }) => ({
      id,
      type: kind,
      position: { x, y },
      width,
      height,
      style: clickable,
      data: { step, place, focused: focused === id, onFocus } as NodeData,
    })),
    edges: edges.map(({ from, to, label }) => ({
      id: `${from} ${to}`,
      source: from,
      target: to,
      type: 'line',
      data: { label, isJoin: edges.filter(one => one.to === to).length > 1 },
    })),
  }
}

/** Steps stand where the tree puts them; keys are heard by the buttons in it. */
const still = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  panOnScroll: true,
  zoomOnDoubleClick: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  minZoom: 0.3,
  maxZoom: 1.25,
  proOptions: { hideAttribution: true },
}

/** The workflow as a tree from top to bottom. It can be moved and zoomed; steps stand where the tree puts them. */
export function Canvas() {
  const editor = useEditor()
  const [focused, setFocused] = useState(editor.selected ?? 'triggers')
  const stage = useRef<HTMLDivElement>(null)
  const flow = useRef<ReactFlowInstance<any, any> | null>(null)
  const { graph } = editor
  const shown = useMemo(() => drawn(editor, focused, setFocused), [graph, focused])
  const focus = (id: string) => {
    setFocused(id)
    focusStep(id)
  }
  const { selected } = editor
  useEffect(() => {
    if (selected) setFocused(selected)
  }, [selected])
  useInView(flow, shown.nodes, focused)
  return (
    // Keys of the buttons in it: what is pressed there moves the focus or changes the step that has it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its buttons don't take
    <div ref={stage} className={classes.canvas} onKeyDown={stepKeys(editor, focused, focus)}>
      <ReactFlow
        {...shown}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={instance => {
          flow.current = instance
          // What is selected by the address is in view; otherwise the top is.
          const shownFirst = shown.nodes.find(one => one.id === focused) ?? shown.nodes[0]!
          const { x, y } = shownFirst.position
          const top = shownFirst.type === 'triggers' ? 32 : (stage.current?.clientHeight ?? 0) / 3
          const middle = (stage.current?.clientWidth ?? 0) / 2
          void instance.setViewport({ x: middle - (x + STEP.width / 2) * ZOOM, y: top - y * ZOOM, zoom: ZOOM })
        }}
        {...still}
      >
        <Controls showInteractive={false} className={classes.controls} />
      </ReactFlow>
    </div>
  )
}

/** A step that gets the focus is brought into view. */
function useInView(
  flow: { current: ReactFlowInstance<any, any> | null },
  nodes: { id: string; position: { x: number; y: number }; height: number }[],
  focused: string,
) {
  const before = useRef(focused)
  useEffect(() => {
    if (before.current === focused) return
    before.current = focused
    const node = nodes.find(one => one.id === focused)
    const zoom = flow.current?.getZoom()
    if (node && zoom)
      void flow.current?.setCenter(node.position.x + STEP.width / 2, node.position.y + node.height / 2, {
        zoom,
        duration: 150,
      })
  }, [focused, nodes, flow])
}

import { createReactComponent, IconCircle, type IconNode } from '@tabler/icons-react'
import type { IconName } from '#kernel/modules.ts'
// Only the icons that manifests name: scripts/contract.ts collects them.
import nodes from './icons.json' with { type: 'json' }

const icons = new Map(Object.entries(nodes).map(([name, node]) => [name, made(name, node as IconNode)]))

function made(name: string, node: IconNode): typeof IconCircle {
  const bare = name.replace(/^Icon|Filled$/g, '')
  const kebab = bare.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()
  return createReactComponent(name.endsWith('Filled') ? 'filled' : 'outline', kebab, bare, node)
}

/** The icon that a manifest names. */
export const iconOf = (name: IconName): typeof IconCircle => icons.get(name) ?? IconCircle

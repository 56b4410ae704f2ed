import type { AutomationBlock, BlockCall } from '@recado/sdk'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowNode } from '../../graph/graph.ts'
import { useOffer } from '../use-flows.ts'

/** A condition or an action that a plugin contributes, with its words. */
export interface OfferedBlock {
  readonly part: 'conditions' | 'actions'
  readonly block: AutomationBlock
  readonly title: string
  readonly help: string
  /** Name of the plugin for people. */
  readonly plugin: string
}
interface Offered {
  readonly all: readonly OfferedBlock[]
  /** What a block of the flow does by itself: an action, or one condition and nothing else. */
  of(node: FlowNode): OfferedBlock | undefined
}

const OfferedContext = createContext<Offered>({ all: [], of: () => undefined })

/** What plugins offer to flows; nothing until it is known. */
export const useOffered = (): Offered => useContext(OfferedContext)

/** The one action or condition that a block consists of. */
export function soleCall(node: FlowNode): { part: OfferedBlock['part']; call: BlockCall } | undefined {
  if (node.kind === 'action') return node.data.action ? { part: 'actions', call: node.data.action } : undefined
  if (node.kind !== 'condition' || node.data.tests.length > 0) return undefined
  const [call, ...others] = node.data.conditions
  return call && others.length === 0 ? { part: 'conditions', call } : undefined
}

const keyOf = (part: string, { plugin, name }: Pick<BlockCall, 'plugin' | 'name'>): string =>
  `${part} ${plugin} ${name}`

/** Reads what plugins offer once for the whole builder: each of hundreds of blocks asks for its words. */
export function OfferedProvider({ children }: { children: ReactNode }) {
  const offer = useOffer().data
  const namespaces = useMemo(
    () => [...new Set([...(offer?.actions ?? []), ...(offer?.conditions ?? [])].map(({ namespace }) => namespace))],
    [offer],
  )
  const { t, i18n, ready } = useTranslation(namespaces, { useSuspense: false })
  const { language } = i18n
  const value = useMemo((): Offered => {
    const isKnown = offer !== undefined && (ready || namespaces.length === 0)
    const all = (['actions', 'conditions'] as const).flatMap((part) =>
      (isKnown ? offer[part] : []).map((block): OfferedBlock => {
        const { namespace: ns, words, name, plugin, pluginTitle } = block
        return {
          part,
          block,
          title: t(`${words}.title`, { ns, defaultValue: name }),
          help: t(`${words}.help`, { ns, defaultValue: '' }),
          plugin: pluginTitle[language] ?? pluginTitle['en'] ?? plugin,
        }
      }),
    )
    const byKey = new Map(all.map((one) => [keyOf(one.part, one.block), one]))
    return {
      all,
      of(node) {
        const sole = soleCall(node)
        return sole && byKey.get(keyOf(sole.part, sole.call))
      },
    }
  }, [offer, ready, namespaces, t, language])
  return <OfferedContext value={value}>{children}</OfferedContext>
}

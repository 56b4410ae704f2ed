import type { AutomationBlock, AutomationOffer, BlockCall } from '@recado/sdk'
import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

/** A condition or an action that a plugin contributes. */
export type Block = AutomationBlock
/** Kinds of blocks of a rule. */
export type BlockKind = 'conditions' | 'actions'

export const isBlock =
  ({ plugin, name }: Pick<BlockCall, 'plugin' | 'name'>) =>
  (block: Pick<Block, 'plugin' | 'name'>): boolean =>
    block.plugin === plugin && block.name === name

/** Conditions and actions that rules can be put together of, with their texts. */
export interface Blocks {
  readonly offer: AutomationOffer
  /** Undefined for one that is not offered any more. */
  find(kind: BlockKind, call: Pick<BlockCall, 'plugin' | 'name'>): Block | undefined
  titleOf(block: Block): string
  helpOf(block: Block): string
  /** The name of the plugin that brings it, in the user's language. */
  pluginOf(block: Block): string
}

/** Offered blocks. They are absent until their texts are loaded, so that a rule is readable. */
export function useBlocks() {
  const api = useApi()
  const query = useQuery({
    queryKey: ['automations', 'blocks'],
    queryFn: ({ signal }) => api.get<AutomationOffer>('blocks', { signal }),
    refetchOnMount: 'always',
  })
  const offer = query.data
  const namespaces = [
    ...new Set(offer ? [...offer.conditions, ...offer.actions].map(({ namespace }) => namespace) : []),
  ]
  const { t, i18n, ready } = useTranslation(namespaces, { useSuspense: false })
  const blocks: Blocks | undefined =
    offer && (ready || namespaces.length === 0)
      ? {
          offer,
          find: (kind, call) => offer[kind].find(isBlock(call)),
          titleOf: ({ namespace, words, name }) => t(`${words}.title`, { ns: namespace, defaultValue: name }),
          helpOf: ({ namespace, words }) => t(`${words}.help`, { ns: namespace, defaultValue: '' }),
          pluginOf: ({ plugin, pluginTitle }) => pluginTitle[i18n.language] ?? pluginTitle['en'] ?? plugin,
        }
      : undefined
  return { blocks, error: query.error, refetch: query.refetch }
}

import { useWords } from '@recado/sdk/ui'
import { useMemo } from 'react'
import { blocks, type Outlet } from '../../graph/blocks.ts'
import type { Fault } from '../../graph/faults.ts'
import type { FlowNode } from '../../graph/graph.ts'
import { useOffered } from './offered.tsx'

const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 90).trimEnd()}…` : text)

/** What blocks, their outlets and their faults are called; the same object while neither words nor plugins change. */
export function useBlockWords() {
  const { t } = useWords()
  const offered = useOffered()
  return useMemo(() => wordsBy(t, offered), [t, offered])
}

function wordsBy(t: ReturnType<typeof useWords>['t'], offered: ReturnType<typeof useOffered>) {
  /** What such a block is called where its author gave it no name. */
  const kindOf = (node: FlowNode): string => {
    const block = offered.of(node)
    if (!block) return t(`block.${node.kind}.title`)
    return block.part === 'actions' ? block.title : t('builder.if', { title: block.title })
  }
  const titleOf = (node: FlowNode): string => node.title || kindOf(node)
  return {
    titleOf,
    kindOf,
    iconOf: (node: FlowNode): string => {
      const block = offered.of(node)
      return block ? (block.block.icon ?? 'puzzle') : blocks[node.kind].icon
    },
    helpOf: (node: FlowNode): string => offered.of(node)?.help || t(`block.${node.kind}.help`),
    outletOf: ({ name, label }: Outlet): string => label || t(`outlet.${name}`),
    /** What the block says or does, in a line. */
    summaryOf(node: FlowNode): string {
      switch (node.kind) {
        case 'message': {
          const [first] = node.data.parts
          if (first?.kind === 'text') return short(first.text)
          if (first?.kind === 'poll' && first.question !== '') return short(first.question)
          return first ? t(`part.${first.kind}`) : ''
        }
        case 'template':
          return node.data.template === '' ? '' : short(`${node.data.template} (${node.data.language})`)
        case 'menu':
        case 'question':
          return short(node.data.text)
        case 'wait':
          return t(`form.wait.${node.data.until}Summary`, { count: node.data.minutes })
        case 'variable':
          return node.data.variable === '' ? '' : short(`${node.data.variable} = ${node.data.value}`)
        case 'attribute':
          return short(`${node.data.attribute.key} = ${node.data.value}`)
        case 'http':
          return node.data.url === '' ? '' : short(`${node.data.method} ${node.data.url}`)
        case 'ai':
          return short(node.data.instructions)
        case 'bot':
          return short(node.data.bot)
        case 'priority':
          return t(`priority.${node.data.priority}`)
        case 'people':
          return t(`destination.${node.data.destination.to}`)
        case 'close':
          return short(node.data.text)
        default:
          return ''
      }
    },
    faultOf: ({ code, name, field }: Fault): string =>
      t(`fault.${code}`, {
        name: name ?? '',
        field:
          field === undefined
            ? ''
            : t(`faultField.${field.replaceAll(/\.\d+/g, '').split('.').at(-1)}`, { defaultValue: field }),
      }),
  }
}

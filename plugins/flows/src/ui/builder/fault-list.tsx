import { Badge, useWords } from '@recado/sdk/ui'
import type { Fault } from '../../graph/faults.ts'
import type { Graph } from '../../graph/graph.ts'
import { useBlockWords } from './block-words.ts'
import { SideHead } from './side-head.tsx'

interface FaultListProps {
  graph: Graph
  faults: readonly Fault[]
  onChoose(fault: Fault): void
  onClose(): void
}

/** What keeps the flow from being published, and what may be a mistake; each leads to its place. */
export function FaultList({ graph, faults, onChoose, onClose }: FaultListProps) {
  const { t } = useWords()
  const { titleOf, faultOf } = useBlockWords()
  return (
    <>
      <SideHead title={t('builder.side.faults')} onClose={onClose} />
      <div id="flow-faults" className="scroll-thin min-h-0 flex-1 overflow-y-auto p-3">
        {faults.length === 0 && <p className="text-list text-ink-muted">{t('builder.noFaults')}</p>}
        <ul className="flex flex-col gap-1.5">
          {faults.map((fault, at) => {
            const from = fault.nodeId ?? graph.edges.find(({ id }) => id === fault.edgeId)?.from
            const node = graph.nodes.find(({ id }) => id === from)
            return (
              // Two faults may be the same but for their place in the list.
              // eslint-disable-next-line react/no-array-index-key
              <li key={`${fault.code} ${from} ${fault.field} ${at}`}>
                <button
                  type="button"
                  className="w-full rounded-md border border-line p-2 text-left text-list hover:bg-hover"
                  onClick={() => onChoose(fault)}
                >
                  <span className="flex items-center gap-2">
                    <Badge tone={fault.severity === 'error' ? 'danger' : 'warning'}>
                      {t(`severity.${fault.severity}`)}
                    </Badge>
                    {node && <span className="min-w-0 truncate font-medium">{titleOf(node)}</span>}
                  </span>
                  <span className="block text-xs">{faultOf(fault)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

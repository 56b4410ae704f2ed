import { Button, Field, Icon, Input, Select, useWords } from '@recado/sdk/ui'
import { outletsOf } from '../../graph/blocks.ts'
import { allowedTargets } from '../../graph/edge-faults.ts'
import type { Fault } from '../../graph/faults.ts'
import type { FlowNode, Graph } from '../../graph/graph.ts'
import { maxTitleLength } from '../../graph/limits.ts'
import { useBlockWords } from './block-words.ts'
import { connected, withNode } from './edit.ts'
import { BlockFields } from './forms/block-fields.tsx'
import { SettingsFields } from './forms/settings-fields.tsx'
import { SideHead } from './side-head.tsx'

const tones = { error: 'bg-danger-soft text-danger', warning: 'bg-warning-soft text-warning' } as const

interface InspectorProps {
  graph: Graph
  node: FlowNode
  faults: readonly Fault[]
  onChange(graph: Graph): void
  /** Opens another block. */
  onOpen(id: string): void
  onRemove(): void
  onClose(): void
}

/**
 * The chosen block: its fields, what is wrong with it, and where each way out leads, so that a flow can be made without
 * the canvas. The start has the settings of the whole.
 */
export function Inspector({ graph, node, faults, onChange, onOpen, onRemove, onClose }: InspectorProps) {
  const { t } = useWords()
  const { titleOf, kindOf, helpOf, outletOf, faultOf } = useBlockWords()
  const outletNamed = (id: string | undefined): string => {
    const outlet = outletsOf(node).find((one) => one.id === id)
    return outlet ? outletOf(outlet) : ''
  }
  const others = graph.nodes.filter(({ id, kind }) => id !== node.id && kind !== 'start')
  return (
    <>
      <SideHead title={titleOf(node)} onClose={onClose} />
      <div className="scroll-thin flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-3">
        <p className="text-xs text-ink-muted">{helpOf(node)}</p>
        {(['error', 'warning'] as const).map((severity) => {
          const graded = faults.filter((fault) => fault.severity === severity)
          return (
            graded.length > 0 && (
              <ul key={severity} aria-label={t(`severity.${severity}`)} className={`${tones[severity]} rounded-md p-2`}>
                {graded.map((fault) => (
                  <li key={`${fault.code} ${fault.field} ${fault.name}`} className="py-0.5 text-xs">
                    {fault.code === 'openEnd'
                      ? t('fault.openEndOf', { name: outletNamed(fault.name) })
                      : faultOf(fault)}
                  </li>
                ))}
              </ul>
            )
          )
        })}
        {node.kind !== 'start' && (
          <Field label={t('form.title')}>
            <Input
              value={node.title ?? ''}
              placeholder={kindOf(node)}
              maxLength={maxTitleLength}
              autoComplete="off"
              onChange={(event) => {
                const { title: _before, ...rest } = node
                const title = event.target.value
                onChange(withNode(graph, (title === '' ? rest : { ...rest, title }) as FlowNode))
              }}
            />
          </Field>
        )}
        {node.kind === 'start' ? (
          <SettingsFields settings={graph.settings} onChange={(settings) => onChange({ ...graph, settings })} />
        ) : (
          <BlockFields node={node} onChange={(data) => onChange(withNode(graph, { ...node, data } as FlowNode))} />
        )}
        {outletsOf(node).length > 0 && (
          <section aria-label={t('form.outlets')} className="flex flex-col gap-3">
            <h3 className="text-list font-semibold">{t('form.outlets')}</h3>
            {outletsOf(node).map((outlet) => {
              const edge = graph.edges.find(({ from, outlet: of }) => from === node.id && of === outlet.id)
              const mayLeadTo = allowedTargets(graph, { from: node.id, outlet: outlet.id })
              return (
                <Field
                  key={outlet.id}
                  label={outletOf(outlet)}
                  {...(outlet.isOptional && { help: t('form.optionalOutlet') })}
                >
                  <Select
                    value={edge?.to ?? ''}
                    options={[
                      { value: '', label: t('builder.nowhere') },
                      ...others
                        .filter(({ id }) => id === edge?.to || mayLeadTo(id))
                        .map((one) => ({ value: one.id, label: titleOf(one) })),
                    ]}
                    onValueChange={(to) =>
                      onChange(connected(graph, { from: node.id, outlet: outlet.id, to: to === '' ? null : to }))
                    }
                  />
                </Field>
              )
            })}
            <div className="flex flex-wrap gap-1">
              {[...new Set(graph.edges.filter(({ from }) => from === node.id).map(({ to }) => to))].map((to) => {
                const target = graph.nodes.find(({ id }) => id === to)
                return (
                  target && (
                    <Button key={to} size="small" variant="ghost" onClick={() => onOpen(to)}>
                      {t('form.goTo', { name: titleOf(target) })}
                    </Button>
                  )
                )
              })}
            </div>
          </section>
        )}
        {node.kind !== 'start' && (
          <Button className="self-start" icon={<Icon name="trash-2" size={15} />} onClick={onRemove}>
            {t('form.removeBlock')}
          </Button>
        )}
      </div>
    </>
  )
}

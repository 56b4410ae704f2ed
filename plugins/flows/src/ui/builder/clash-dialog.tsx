import { Button, Dialog, useWords } from '@recado/sdk/ui'
import { outletsOf } from '../../graph/blocks.ts'
import type { FlowNode, Graph } from '../../graph/graph.ts'
import { canHaveBoth, type BlockVersion, type ClashChoice } from '../../graph/merge/clash.ts'
import { isSame } from '../../graph/same.ts'
import { useBlockWords } from './block-words.ts'
import type { OpenClash } from './draft-saver.ts'
import { textsIn } from './find-blocks.ts'

interface ClashDialogProps {
  graph: Graph
  clash: OpenClash
  /** The version that the flow does not have is one's own. */
  isOwn: boolean
  /** How many more there are behind it. */
  more: number
  onSettle(choice: ClashChoice): void
  /** It is decided later; until then the flow stays as it is. */
  onLater(): void
}

/** A block that somebody else changed at the same time: both versions beside each other, and what is done with them. */
export function ClashDialog({ graph, clash, isOwn, more, onSettle, onLater }: ClashDialogProps) {
  const { t } = useWords()
  const { titleOf } = useBlockWords()
  const { mine, theirs } = clash
  const name = clash.by ?? t('builder.somebody')
  const block = titleOf((theirs ?? mine)!.node)
  const author = clash.of ?? t('builder.somebody')
  const kind = mine === null ? 'goneMine' : theirs === null ? 'goneTheirs' : 'changed'
  return (
    <Dialog
      open
      shape="wide"
      title={t('clash.title', { block })}
      onOpenChange={(isOpen) => {
        if (!isOpen) onLater()
      }}
      footer={
        <>
          <Button onClick={() => onSettle('theirs')}>
            {theirs === null ? t('clash.remove') : t('clash.takeTheirs', { name })}
          </Button>
          {canHaveBoth(clash) && <Button onClick={() => onSettle('both')}>{t('clash.takeBoth')}</Button>}
          <Button variant="primary" onClick={() => onSettle('mine')}>
            {mine === null ? t('clash.remove') : isOwn ? t('clash.takeMine') : t('clash.takeTheirs', { name: author })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-list">
        <p>{isOwn ? t(`clash.${kind}`, { name, block }) : t('clash.ofOthers', { name, author })}</p>
        {more > 0 && <p className="text-ink-muted">{t('clash.more', { count: more })}</p>}
        <div className="grid gap-3 sm:grid-cols-2">
          <Version
            title={isOwn ? t('clash.mine') : t('clash.theirs', { name: author })}
            graph={graph}
            version={mine}
            other={theirs}
          />
          <Version title={t('clash.theirs', { name })} graph={graph} version={theirs} other={mine} />
        </div>
      </div>
    </Dialog>
  )
}

interface VersionProps {
  title: string
  graph: Graph
  version: BlockVersion | null
  other: BlockVersion | null
}

function Version({ title, graph, version, other }: VersionProps) {
  const { t } = useWords()
  const { titleOf, outletOf, summaryOf } = useBlockWords()
  const nameOf = (id: string): string => {
    const node = graph.nodes.find((one) => one.id === id)
    return node ? titleOf(node) : t('builder.nowhere')
  }
  const lines = version
    ? linesOf(version.node, other?.node, summaryOf(version.node), (field) =>
        t(`form.${field}`, { defaultValue: field }),
      )
    : []
  return (
    <section aria-label={title} className="rounded-md border border-line p-3">
      <h3 className="pb-1 text-xs font-semibold text-ink-muted">{title}</h3>
      {version === null ? (
        <p>{t('clash.isGone')}</p>
      ) : (
        <>
          <p className="font-medium break-words">{titleOf(version.node)}</p>
          {lines.map((line) => (
            <p key={line} className="break-words whitespace-pre-wrap">
              {line}
            </p>
          ))}
          {outletsOf(version.node).map((outlet) => {
            const edge = version.edges.find((one) => one.outlet === outlet.id)
            const there = other?.edges.find((one) => one.outlet === outlet.id)
            return (
              <p key={outlet.id} className={edge?.to === there?.to ? 'text-xs text-ink-muted' : 'text-xs font-medium'}>
                {outletOf(outlet)} → {edge ? nameOf(edge.to) : t('builder.nowhere')}
              </p>
            )
          })}
          {Object.entries(version.settings ?? {})
            .filter(([field, value]) => !isSame(value, other?.settings?.[field as keyof typeof other.settings]))
            .map(([field, value]) => (
              <p key={field} className="text-xs">
                {t(`settings.${field}`)}: {[...wordsOf(value)].join(', ')}
              </p>
            ))}
        </>
      )}
    </section>
  )
}

/** What is different in a version, field by field; its summary alone where that is enough. */
function linesOf(
  node: FlowNode,
  other: FlowNode | undefined,
  summary: string,
  nameOf: (field: string) => string,
): string[] {
  const there = (other?.kind === node.kind ? other.data : {}) as Readonly<Record<string, unknown>>
  const changed = Object.entries(node.data).filter(([field, value]) => !isSame(value, there[field]))
  const texts = new Set(textsIn(there))
  const lines = changed.flatMap(([field, value]) => {
    if (typeof value !== 'object') return value === summary ? [] : [`${nameOf(field)}: ${value || '–'}`]
    return [...textsIn(value)].filter((text) => text.trim() !== '' && !texts.has(text) && !isId(text))
  })
  return [...new Set([summary, ...lines])].filter(Boolean).slice(0, 8)
}

/** Ids say nothing to anybody. */
const isId = (text: string): boolean => /^[\da-f]{8}-[\da-f-]{27}$/i.test(text)

function* wordsOf(value: unknown): Iterable<string> {
  if (typeof value === 'number') yield String(value)
  else yield* textsIn(value)
}

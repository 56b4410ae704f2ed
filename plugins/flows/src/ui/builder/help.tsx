import { Button, Dialog, Kbd, useWords } from '@recado/sdk/ui'
import { blocks } from '../../graph/blocks.ts'
import type { BlockKind } from '../../graph/graph.ts'

const shortcuts = [
  ['F1', 'help'],
  ['F6', 'part'],
  ['Enter', 'open'],
  ['Space', 'choose'],
  ['Ctrl Enter', 'more'],
  ['← ↑ → ↓', 'move'],
  ['Esc', 'back'],
  ['Ctrl F', 'search'],
  ['Ctrl Z', 'undo'],
  ['Ctrl Y', 'redo'],
  ['Ctrl C', 'copy'],
  ['Ctrl V', 'paste'],
  ['Ctrl A', 'all'],
  ['Delete', 'remove'],
] as const

/** Help of the builder (S2-123): how a flow is made, its keys, and what each block does. */
export function Help({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  return (
    <Dialog
      open
      shape="wide"
      title={t('help.title')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <div className="flex flex-col gap-4 text-list">
        <p>{t('help.how')}</p>
        <section aria-label={t('help.keys')}>
          <h3 className="pb-1 font-semibold">{t('help.keys')}</h3>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            {shortcuts.map(([keys, name]) => (
              <div key={name} className="contents">
                <dt>
                  <Kbd>{keys}</Kbd>
                </dt>
                <dd>{t(`help.key.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-label={t('help.blocks')}>
          <h3 className="pb-1 font-semibold">{t('help.blocks')}</h3>
          <dl className="flex flex-col gap-1">
            {(Object.keys(blocks) as BlockKind[]).map((kind) => (
              <div key={kind}>
                <dt className="inline font-medium">{t(`block.${kind}.title`)}: </dt>
                <dd className="inline text-ink-muted">{t(`block.${kind}.help`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

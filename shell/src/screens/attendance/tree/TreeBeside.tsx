import { Dialog } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { ListTree } from './ListTree.tsx'

/** The tree in its place: a pane beside the list, or a sheet over it where there is no room, which a choice closes. */
export function TreeBeside({ isOver, onClose }: { isOver: boolean; onClose(): void }) {
  const { t } = useTranslation('attendance')
  return isOver ? (
    <Dialog
      title={t('tree.title')}
      shape="sheet"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <ListTree onChosen={onClose} />
    </Dialog>
  ) : (
    <section
      aria-label={t('tree.title')}
      className="scroll-thin w-52 shrink-0 overflow-y-auto border-r border-line bg-surface px-2 py-3"
    >
      <ListTree />
    </section>
  )
}

import { Button, Icon, IconButton, toast, usePermission } from '@recado/sdk/ui'
import { Link2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { useTicketViewActs, useTicketViews } from './use-ticket-views.ts'
import { isChanged, viewFilterOf } from './view-filter.ts'

/** The shown saved view, its address, and its unsaved changes. */
export function CurrentView({ id, filter, onLeave }: { id: string; filter: TicketFilter; onLeave(): void }) {
  const { t } = useTranslation('attendance')
  const mayShare = usePermission('views.share')
  const { save } = useTicketViewActs()
  const view = useTicketViews().data?.find((one) => one.id === id)
  if (!view) return null
  const copy = () => {
    const address = `${location.href.split('#')[0]}#/atendimento/visao/${view.id}`
    void navigator.clipboard.writeText(address).then(
      () => toast.success(t('views.copied')),
      () => toast.info(address),
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-list">
      <Icon name={view.icon} size={15} className="shrink-0 text-accent-text" />
      <h2 className="min-w-0 flex-1 truncate font-semibold">{view.name}</h2>
      {isChanged(view, filter) && (!view.shared || mayShare) && (
        <Button
          size="small"
          busy={save.isPending}
          onClick={() =>
            save.mutate({ id, name: view.name, icon: view.icon, shared: view.shared, filter: viewFilterOf(filter) })
          }
        >
          {t('views.saveChanges')}
        </Button>
      )}
      <IconButton size="small" icon={<Link2 size={15} />} label={t('views.copy')} onClick={copy} />
      <IconButton size="small" icon={<X size={15} />} label={t('views.leave')} onClick={onLeave} />
    </div>
  )
}

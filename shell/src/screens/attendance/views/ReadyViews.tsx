import { MenuItem, MenuLabel, MenuSeparator, usePermission } from '@recado/sdk/ui'
import { RadioTower } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { NamedChoices } from '../list/NamedChoices.tsx'
import { narrowedTo, readyViews } from './ready-views.ts'

/** Filters that everybody wants and nobody has to save, and one for each channel where there are several. */
export function ReadyViews({ onNarrow }: { onNarrow(filter: TicketFilter): void }) {
  const { t } = useTranslation('attendance')
  const mayReadChannels = usePermission('channels.read')
  const narrow = (change: Partial<TicketFilter>) => onNarrow(narrowedTo(change))
  return (
    <>
      <MenuLabel>{t('views.ready.title')}</MenuLabel>
      {readyViews.map(({ name, Mark, filter }) => (
        <MenuItem key={name} icon={<Mark size={16} />} onSelect={() => narrow(filter)}>
          {t(`views.ready.${name}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      {mayReadChannels && (
        <NamedChoices kind="connection">
          {(channels) =>
            channels.length > 1 && (
              <>
                <MenuLabel>{t('views.ready.byChannel')}</MenuLabel>
                {channels.map(({ id, name }) => (
                  <MenuItem key={id} icon={<RadioTower size={16} />} onSelect={() => narrow({ connectionIds: [id] })}>
                    <span className="block max-w-52 truncate">{name}</span>
                  </MenuItem>
                ))}
                <MenuSeparator />
              </>
            )
          }
        </NamedChoices>
      )}
    </>
  )
}

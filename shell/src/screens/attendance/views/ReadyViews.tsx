import { MenuItem, MenuLabel, MenuSeparator, usePermission } from '@recado/sdk/ui'
import { ChevronsUp, Hourglass, MailOpen, RadioTower, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { defaultFilter, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { NamedChoices } from '../list/NamedChoices.tsx'

const ready: readonly {
  readonly name: 'unanswered' | 'urgent' | 'unread'
  readonly Mark: LucideIcon
  readonly filter: Partial<TicketFilter>
}[] = [
  { name: 'unanswered', Mark: Hourglass, filter: { unanswered: true } },
  { name: 'urgent', Mark: ChevronsUp, filter: { priorities: ['urgent', 'high'], sort: 'priority' } },
  { name: 'unread', Mark: MailOpen, filter: { withUnreadMessages: true } },
]

/** Filters that everybody wants and nobody has to save, and one for each channel where there are several. */
export function ReadyViews({ onNarrow }: { onNarrow(filter: TicketFilter): void }) {
  const { t } = useTranslation('attendance')
  const mayReadChannels = usePermission('channels.read')
  const narrow = (change: Partial<TicketFilter>) => onNarrow({ ...defaultFilter, view: 'all', ...change })
  return (
    <>
      <MenuLabel>{t('views.ready.title')}</MenuLabel>
      {ready.map(({ name, Mark, filter }) => (
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

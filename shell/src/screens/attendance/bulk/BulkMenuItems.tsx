import { ColorDot, MenuItem, MenuRadioGroup, MenuSub } from '@recado/sdk/ui'
import {
  AlarmClock,
  AlarmClockOff,
  Check,
  Eye,
  EyeOff,
  Flag,
  FolderInput,
  Mail,
  MailOpen,
  Pin,
  PinOff,
  Play,
  Tag,
  Undo2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ticketPriorities, type Ticket, type TicketPriority } from '../../../base/contracts.ts'
import { useQueues } from '../../../data/queues/use-queues.ts'
import { useActiveTags } from '../../../data/tags/use-tags.ts'
import { PriorityIcon } from '../priority/PriorityMark.tsx'
import { changeOf, type BulkAct } from './bulk-acts.ts'

const icons = {
  start: Play,
  resolve: Check,
  returnToQueue: Undo2,
  read: MailOpen,
  unread: Mail,
  wake: AlarmClockOff,
  pin: Pin,
  unpin: PinOff,
  watch: Eye,
  unwatch: EyeOff,
} as const

/**
 * Entries of a menu for one ticket or several: an act that none of them allows is not shown. `onSnooze` asks until
 * when.
 */
export function BulkMenuItems({
  tickets,
  onAct,
  onSnooze,
}: {
  tickets: readonly Ticket[]
  onAct(act: BulkAct): void
  onSnooze(): void
}) {
  const { t } = useTranslation('attendance')
  const queues = useQueues().filter((queue) => queue.isActive)
  const tags = useActiveTags()
  const allows = (act: BulkAct) => tickets.some((ticket) => changeOf(ticket, act))
  return (
    <>
      {(Object.keys(icons) as (keyof typeof icons)[]).filter(allows).map((act) => {
        const Icon = icons[act]
        return (
          <MenuItem key={act} icon={<Icon size={15} />} onSelect={() => onAct(act)}>
            {t(`bulk.${act}`)}
          </MenuItem>
        )
      })}
      {allows({ snoozeUntil: null }) && (
        <MenuItem icon={<AlarmClock size={15} />} onSelect={onSnooze}>
          {t('act.snooze')}
        </MenuItem>
      )}
      <MenuSub icon={<Flag size={15} />} label={t('priority.title')}>
        <MenuRadioGroup
          value={tickets.every(({ priority }) => priority === tickets[0]?.priority) ? (tickets[0]?.priority ?? '') : ''}
          onValueChange={(priority) => onAct({ priority: priority as TicketPriority })}
          options={ticketPriorities.toReversed().map((one) => ({
            value: one,
            label: (
              <span className="flex items-center gap-2">
                <PriorityIcon priority={one} />
                {t(`priority.${one}`)}
              </span>
            ),
          }))}
        />
      </MenuSub>
      {tags.some((tag) => allows({ tagId: tag.id })) && (
        <MenuSub icon={<Tag size={15} />} label={t('bulk.tag')}>
          {tags
            .filter((tag) => allows({ tagId: tag.id }))
            .map((tag) => (
              <MenuItem key={tag.id} onSelect={() => onAct({ tagId: tag.id })}>
                <ColorDot color={tag.color} label={tag.tag} />
              </MenuItem>
            ))}
        </MenuSub>
      )}
      {queues.some((queue) => allows({ queueId: queue.id })) && (
        <MenuSub icon={<FolderInput size={15} />} label={t('bulk.queue')}>
          {queues
            .filter((queue) => allows({ queueId: queue.id }))
            .map((queue) => (
              <MenuItem
                key={queue.id}
                icon={<span className="size-2 rounded-full" style={{ background: queue.color }} />}
                onSelect={() => onAct({ queueId: queue.id })}
              >
                {queue.queue}
              </MenuItem>
            ))}
        </MenuSub>
      )}
    </>
  )
}

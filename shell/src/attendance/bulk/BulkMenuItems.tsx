import { MenuItem, MenuSub } from '@recado/sdk/ui'
import { Check, FolderInput, MailOpen, Pin, PinOff, Play, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../contracts.ts'
import { useQueues } from '../../queues/use-queues.ts'
import { changeOf, type BulkAct } from './bulk-acts.ts'

const icons = { start: Play, resolve: Check, returnToQueue: Undo2, read: MailOpen, pin: Pin, unpin: PinOff } as const

/** Entries of a menu for one ticket or several: what none of them allows is not shown. */
export function BulkMenuItems({ tickets, onAct }: { tickets: readonly Ticket[]; onAct(act: BulkAct): void }) {
  const { t } = useTranslation('attendance')
  const queues = useQueues().filter((queue) => queue.isActive)
  const allows = (act: BulkAct) => tickets.some((ticket) => changeOf(ticket, act))
  return (
    <>
      {(Object.keys(icons) as (keyof typeof icons)[]).filter(allows).map((act) => {
        const Icon = icons[act]
        return <MenuItem key={act} icon={<Icon size={15} />} onSelect={() => onAct(act)}>{t(`bulk.${act}`)}</MenuItem>
      })}
      {queues.some((queue) => allows({ queueId: queue.id })) && (
        <MenuSub icon={<FolderInput size={15} />} label={t('bulk.queue')}>
          {queues.filter((queue) => allows({ queueId: queue.id })).map((queue) => (
            <MenuItem key={queue.id} icon={<span className="size-2 rounded-full" style={{ background: queue.color }} />} onSelect={() => onAct({ queueId: queue.id })}>{queue.queue}</MenuItem>
          ))}
        </MenuSub>
      )}
    </>
  )
}

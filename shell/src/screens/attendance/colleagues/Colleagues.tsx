import { Avatar, Tooltip } from '@recado/sdk/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { Colleague } from '../../../data/realtime/colleagues.ts'

/** Drawn beside each other; the others are in the words. */
const drawn = 3

/** Colleagues who have this ticket open now. */
export function Colleagues({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('attendance')
  const { colleagues } = useWorkplace()
  const here = useSyncExternalStore(colleagues.subscribe, () => colleagues.of(ticketId))
  const words = here.length === 0 ? '' : t('colleagues.viewing', { names: here.map((one) => one.name).join(', ') })
  return (
    <span role="status" className="flex shrink-0 items-center">
      {here.length > 0 && (
        <Tooltip text={words} side="bottom">
          <button type="button" className="flex items-center -space-x-1.5 rounded-full" aria-label={words}>
            {here.slice(0, drawn).map((one) => (
              <span key={one.userId} className="rounded-full ring-2 ring-surface">
                <Avatar name={one.name} size={24} decorative />
              </span>
            ))}
            {here.length > drawn && (
              <span
                className={
                  'grid size-6 place-items-center rounded-full bg-selected text-xs tabular-nums ring-2 ' +
                  'ring-surface'
                }
              >
                +{here.length - drawn}
              </span>
            )}
          </button>
        </Tooltip>
      )}
    </span>
  )
}

/** In a row of the list: somebody has it open. */
export function ColleagueDot({ ticketId }: { ticketId: string }) {
  const { colleagues } = useWorkplace()
  const here = useSyncExternalStore(colleagues.subscribe, () => colleagues.of(ticketId))
  return here.length > 0 && <Dot here={here} />
}

function Dot({ here }: { here: readonly Colleague[] }) {
  const { t } = useTranslation('attendance')
  const words = t('colleagues.viewing', { names: here.map((one) => one.name).join(', ') })
  return <span role="img" aria-label={words} title={words} className="size-2 shrink-0 rounded-full bg-accent" />
}

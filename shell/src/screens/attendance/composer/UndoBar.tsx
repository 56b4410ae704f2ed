import { Button } from '@recado/sdk/ui'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutgoingMessage } from '../../../data/messages/outbox.ts'

/** When a held message leaves, as far as this browser knows. */
const leavesAt = ({ createdAt, hold }: OutgoingMessage): number => Date.parse(createdAt) + hold * 1_000

/** While what was sent last can still be taken back: how long, and the button that does it. */
export function UndoBar({
  outgoing,
  onUndo,
}: {
  outgoing: readonly OutgoingMessage[]
  onUndo(message: OutgoingMessage): void
}) {
  const { t } = useTranslation('attendance')
  const [now, setNow] = useState(Date.now)
  const last = outgoing.findLast((message) => message.hold > 0 && message.state !== 'refused')
  const left = last ? Math.ceil((leavesAt(last) - now) / 1_000) : 0
  useEffect(() => {
    if (!last) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [last])
  if (!last || left <= 0) return null
  return (
    <div
      className={
        'mx-auto mb-1.5 flex w-full max-w-4xl items-center gap-3 rounded-lg border border-line bg-raised py-1 pr-1 ' +
        'pl-3 text-list'
      }
    >
      <span role="status" className="min-w-0 flex-1 truncate">
        {t('undo.held')}
      </span>
      <span aria-hidden className="text-ink-muted tabular-nums">
        {t('undo.left', { count: left })}
      </span>
      <Button size="small" icon={<Undo2 size={14} />} onClick={() => onUndo(last)}>
        {t('undo.act')}
      </Button>
    </div>
  )
}

import { Button, IconButton } from '@recado/sdk/ui'
import { Forward, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** While messages are being chosen: how many, and what to do with them. Escape leaves. */
export function SelectionBar({ count, onForward, onCancel }: { count: number; onForward(): void; onCancel(): void }) {
  const { t } = useTranslation('attendance')
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.focus(), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onCancel])
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('selection.title')}
      className="flex shrink-0 items-center gap-3 border-t border-line bg-surface px-4 py-3 outline-none"
    >
      <IconButton icon={<X size={16} />} label={t('shell:action.cancel')} onClick={onCancel} />
      <span role="status" className="flex-1 text-list tabular-nums">
        {t('selection.count', { count })}
      </span>
      <Button variant="primary" icon={<Forward size={15} />} disabled={count === 0} onClick={onForward}>
        {t('message.forward')}
      </Button>
    </div>
  )
}

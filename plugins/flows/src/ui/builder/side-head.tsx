import { Icon, IconButton, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'

/** Heading of what stands beside the canvas, with the button that closes it. The focus is led to the heading. */
export function SideHead({ title, children, onClose }: { title: string; children?: ReactNode; onClose(): void }) {
  const { t } = useWords()
  return (
    <div className="flex items-center gap-1 border-b border-line px-3 py-2">
      <h2 tabIndex={-1} className="min-w-0 flex-1 truncate text-base font-semibold">
        {title}
      </h2>
      {children}
      <IconButton icon={<Icon name="x" size={16} />} label={t('action.close')} onClick={onClose} />
    </div>
  )
}

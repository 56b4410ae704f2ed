import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from './Logo.tsx'

/**
 * A screen without the frame, answered before going on. `fills`: it ends with the window, and what is long scrolls
 * inside.
 */
export function DetourPage({ fills = false, children }: { fills?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="h-full overflow-y-auto bg-canvas">
      <main
        className={`mx-auto flex min-h-full w-full max-w-2xl flex-col gap-5 px-5 py-8 ${fills ? 'pane:h-full' : ''}`}
      >
        <div className="flex items-center gap-2.5">
          <Logo size={30} />
          <span className="text-title font-semibold tracking-tight">{t('product')}</span>
        </div>
        {children}
      </main>
    </div>
  )
}

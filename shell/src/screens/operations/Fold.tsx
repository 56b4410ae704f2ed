import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** Secondary content: closed until somebody opens it. */
export const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group text-list">
    <summary
      className={'flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm py-1 text-ink-muted hover:text-ink'}
    >
      <ChevronRight size={14} aria-hidden className="shrink-0 group-open:rotate-90" />
      <span className="tabular-nums">{title}</span>
    </summary>
    <div className="mt-2">{children}</div>
  </details>
)

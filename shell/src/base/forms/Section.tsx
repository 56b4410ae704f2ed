import type { ReactNode } from 'react'
import { useId } from 'react'

interface SectionProps {
  title: string
  description?: string
  aside?: ReactNode
  id?: string
  children: ReactNode
}

/** One group of settings with its heading. With an `id` its heading can be led to. */
export function Section({ title, description, aside, id, children }: SectionProps) {
  const own = useId()
  const heading = id ?? own
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-4 pane:px-5">
        <div className="min-w-0">
          <h2
            id={heading}
            className="w-fit scroll-mt-12 rounded-sm text-thread font-semibold"
            {...(id !== undefined && { tabIndex: -1 })}
          >
            {title}
          </h2>
          {description && <p className="mt-0.5 max-w-prose text-list text-ink-muted">{description}</p>}
        </div>
        {aside}
      </header>
      <div className="flex flex-col gap-4 p-4 pane:p-5">{children}</div>
    </section>
  )
}

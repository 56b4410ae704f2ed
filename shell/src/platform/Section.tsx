import type { ReactNode } from 'react'
import { useId } from 'react'

/** One group of settings with its heading. */
export function Section({
  title,
  description,
  aside,
  children,
}: {
  title: string
  description?: string
  aside?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-4 pane:px-5">
        <div className="min-w-0">
          <h2 id={heading} className="text-thread font-semibold">
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

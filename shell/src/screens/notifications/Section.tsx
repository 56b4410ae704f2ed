import { useId, type ReactNode } from 'react'

/** One part of the screen, under its name. */
export function Section({ title, detail, children }: { title: string; detail?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-6">
      <div>
        <h2 id={id} className="text-thread font-semibold">
          {title}
        </h2>
        {detail && <p className="mt-1 text-list text-ink-muted">{detail}</p>}
      </div>
      {children}
    </section>
  )
}

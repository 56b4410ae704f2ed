import type { ReactNode } from 'react'

/** Figures beside each other, each with its {@link Fact}. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-3">{children}</dl>
)

/** One figure and what it is of. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-muted">{label}</dt>
    <dd className="mt-0.5 text-list font-medium break-words tabular-nums">{children}</dd>
  </div>
)

/** Detail below a figure. */
export const FactDetail = ({ children }: { children: ReactNode }) => (
  <span className="block font-normal text-ink-muted">{children}</span>
)

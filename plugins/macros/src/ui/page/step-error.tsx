import type { ReactNode } from 'react'

/** Mistake in a step as a whole, and not in a field of it. */
export const StepError = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-xs break-words text-danger">
    {children}
  </p>
)

import type { ReactNode } from 'react'

/** What is wrong with a step as a whole, and not with a field of it. */
export const StepError = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-xs break-words text-danger">
    {children}
  </p>
)

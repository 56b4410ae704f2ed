import type { KeyboardEvent } from 'react'

/** Enter in a search that stands inside a form searches, and does not send the form. */
export const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault()
}

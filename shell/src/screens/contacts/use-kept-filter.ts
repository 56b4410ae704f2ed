import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContactFilter } from '../../data/contacts/contact-filter.ts'

/** Filters by the entry of the browser's history in which the list was shown, for as long as the page is open. */
const filters = new Map<string, ContactFilter>()

/** The filter of the list: what it was when the user comes back to it, `first` when they come anew. */
export function useKeptFilter(first: ContactFilter): [ContactFilter, (filter: ContactFilter) => void] {
  const router = useRouter()
  const [place] = useState(() => router.state.location.state.__TSR_key ?? '')
  const [filter, setFilter] = useState(() => filters.get(place) ?? first)
  return [
    filter,
    (next) => {
      filters.set(place, next)
      setFilter(next)
    },
  ]
}

import { useCallback, useMemo, useState } from 'react'

/** Changes over what is stored, until they are saved or given up. */
export interface Draft<T extends object> {
  /** Stored values, with the changes over them. */
  readonly values: T
  /** Differences from the stored values. */
  readonly changes: Partial<T>
  readonly isDirty: boolean
  set<K extends keyof T>(key: K, value: T[K]): void
  discard(): void
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** A change that comes to what is stored anyway is none. */
export function useDraft<T extends object>(stored: T): Draft<T> {
  const [edited, setEdited] = useState<Partial<T>>({})
  const changes = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(edited).filter(([key, value]) => !isSame(value, stored[key as keyof T])),
      ) as Partial<T>,
    [edited, stored],
  )
  const values = useMemo(() => ({ ...stored, ...changes }), [stored, changes])
  const set = useCallback(
    <K extends keyof T>(key: K, value: T[K]) => setEdited((before) => ({ ...before, [key]: value })),
    [],
  )
  const discard = useCallback(() => setEdited({}), [])
  return { values, changes, isDirty: Object.keys(changes).length > 0, set, discard }
}

import { useEffect, useState } from 'react'

/**
 * The value once it has stayed the same for `ms` milliseconds. For searches while somebody types whose every question
 * costs a call of a provider.
 */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

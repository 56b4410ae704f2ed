import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The same function at each drawing, which does what the latest one does: the canvas tells all of its parts, hundreds
 * of them, when it is given another one. For handlers of events; not to be called while something is drawn.
 */
export function useSteady<Arguments extends unknown[], Answer>(
  handler: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...given: Arguments) => latest.current(...given), [])
}

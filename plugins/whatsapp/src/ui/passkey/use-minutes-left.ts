import { useEffect, useState } from 'react'

const tickMs = 5_000
const minutesTo = (until: string): number => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 60_000))

/** Minutes until a moment, counted down. */
export function useMinutesLeft(until: string): number {
  const [minutes, setMinutes] = useState(() => minutesTo(until))
  useEffect(() => {
    setMinutes(minutesTo(until))
    const timer = setInterval(() => setMinutes(minutesTo(until)), tickMs)
    return () => clearInterval(timer)
  }, [until])
  return minutes
}

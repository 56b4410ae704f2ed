import { useState } from 'react'

/** The path of a recording or a film. It is renewed from time to time, but never while it plays. */
export function useSteadySource(src: string, player: HTMLMediaElement | null): string {
  const [held, setHeld] = useState(src)
  if (held !== src && (!player || (player.paused && (player.currentTime === 0 || player.ended)))) setHeld(src)
  return held
}

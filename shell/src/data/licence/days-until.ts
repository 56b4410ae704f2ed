const dayMs = 86_400_000

/** Days that are left until an instant, a begun one counted whole; 0 once it has passed. */
export const daysUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((new Date(instant).getTime() - now) / dayMs))

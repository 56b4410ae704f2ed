import type { FactRow } from '@recado/sdk'

/** How much of the SLA was kept, in percent; null where nothing is decided. Rounded down: 100 means all of it. */
export function keptShare(sla: FactRow['sla'] | undefined): number | null {
  if (!sla || sla.kept + sla.broken === 0) return null
  return Math.floor((sla.kept / (sla.kept + sla.broken)) * 100)
}

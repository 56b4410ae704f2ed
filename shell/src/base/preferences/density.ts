/** Densities of rows: `table` is the supervisor's overview, one line with columns. */
export const densities = ['comfortable', 'compact', 'table'] as const
export type Density = (typeof densities)[number]

/** Row heights of the ticket list in pixels, for the virtual list. */
export const rowHeight: Record<Density, number> = { comfortable: 72, compact: 52, table: 36 }
